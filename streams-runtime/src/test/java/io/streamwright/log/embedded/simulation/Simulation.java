package io.streamwright.log.embedded.simulation;

import io.streamwright.log.embedded.simulation.check.Checks;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import io.streamwright.log.embedded.simulation.cluster.TaskClient;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * One run from a seed: a time in which everything goes wrong, then a time in which nothing does and all work must come to an end.
 *
 * <p>Immutable.
 */
final class Simulation {
    private static final int LINES_KEPT = 400;
    private static final long STORM_MS = 25_000;
    private static final int COMMITS_AFTER_THE_STORM = 3;

    private final Protocol protocol;
    private final Supplier<Checks> checks;

    Simulation(Protocol protocol, Supplier<Checks> checks) {
        this.protocol = protocol;
        this.checks = checks;
    }

    /** Makes runs of the product's protocol under all checks. */
    static Simulation ofTheProtocol() {
        return new Simulation(Protocol.CORRECT, Checks::all);
    }

    /**
     * Runs a seed to its end.
     *
     * @throws SimulationFailure if a rule is broken, with the last lines of the trace
     */
    World run(long seed) {
        World world = World.drawn(seed, protocol, checks.get(), 0);
        try {
            run(world);
        } catch (AssertionError | RuntimeException first) {
            throw new SimulationFailure(seed, world.steps(), first, replay(seed, LINES_KEPT));
        }
        return world;
    }

    /** Runs a seed again, to see what happens, and returns the last lines of the trace; behind them what went wrong, if anything. */
    List<String> replay(long seed, int linesKept) {
        World world = World.drawn(seed, protocol, checks.get(), linesKept);
        try {
            run(world);
        } catch (AssertionError | RuntimeException seen) {
            return world.trace().lines(seen);
        }
        return world.trace().lines();
    }

    /** Returns a fingerprint of all that a seed does. */
    long fingerprint(long seed) {
        World world = World.drawn(seed, protocol, checks.get(), 1);
        run(world);
        return world.trace().hash();
    }

    private static void run(World world) {
        world.run(STORM_MS);
        world.calmDown();
        List<Integer> goals = world.favourites().stream()
                .map(client -> client.commits() + COMMITS_AFTER_THE_STORM)
                .toList();
        while (!haveCommitted(world.favourites(), goals)) {
            world.step();
        }
        world.retireClients();
        while (!world.isAtRest()) {
            world.step();
        }
        world.checkAtRest();
    }

    private static boolean haveCommitted(List<TaskClient> clients, List<Integer> goals) {
        return IntStream.range(0, goals.size()).allMatch(i -> clients.get(i).commits() >= goals.get(i));
    }
}
