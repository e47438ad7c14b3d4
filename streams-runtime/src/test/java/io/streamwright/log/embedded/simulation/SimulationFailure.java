package io.streamwright.log.embedded.simulation;

import java.util.List;

/** A seed has failed; the message says how to see it again and what happened last. */
final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final long seed;

    SimulationFailure(long seed, long steps, Throwable cause, List<String> trace) {
        super(
                "seed " + seed + " fails at step " + steps + ": " + cause.getMessage() + "\nagain: " + again(seed)
                        + "\n" + String.join("\n", trace),
                cause);
        this.seed = seed;
    }

    /** Returns the command that replays a seed. */
    static String again(long seed) {
        return "mvn -pl streams-runtime -am test -Dtest=TransactionSimulationTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed=" + seed;
    }

    long seed() {
        return seed;
    }
}
