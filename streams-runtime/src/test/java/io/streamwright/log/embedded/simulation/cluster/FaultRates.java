package io.streamwright.log.embedded.simulation.cluster;

/**
 * How often things go wrong. Immutable.
 *
 * @param drop probability that a message is lost
 * @param duplicate probability that a message arrives twice
 * @param late probability that a message takes seconds
 * @param disasterEveryMs mean time between a disaster and the next: a crash, a fail-over, a cut, a clock that jumps; 0 for never
 */
public record FaultRates(double drop, double duplicate, double late, int disasterEveryMs) {
    /** Nothing ever goes wrong. */
    public static final FaultRates NONE = new FaultRates(0, 0, 0, 0);

    /** Returns rates that are typical of bad days, each seed with a weather of its own. */
    static FaultRates drawn(Scheduler time) {
        return new FaultRates(
                time.random().nextDouble() * 0.08,
                time.random().nextDouble() * 0.08,
                time.random().nextDouble() * 0.05,
                time.between(400, 4_000));
    }
}
