package io.streamwright.log.embedded.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.simulation.broken.BrokenRule;
import io.streamwright.log.embedded.simulation.check.Violation;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A simulation that cannot fail proves nothing: each rule of the protocol that is broken on purpose is found. */
class BrokenRuleTest {
    private static final int SEEDS = 500;

    static Stream<BrokenRule> rules() {
        return BrokenRule.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void brokenRule_isFound(BrokenRule rule) {
        // given
        Simulation simulation = new Simulation(rule.protocol(), rule.checks());
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                // when
                simulation.run(seed);
            } catch (SimulationFailure found) {
                // then
                String finder = finderOf(found);
                assertThat(rule.foundBy()).as("seed %s: %s", seed, found).contains(finder);
                System.out.printf("found with seed %s by %s: %s%n", seed, finder, rule);
                return;
            }
        }
        throw new AssertionError(rule + " is not found by " + SEEDS + " seeds");
    }

    private static String finderOf(SimulationFailure found) {
        return found.getCause() instanceof Violation violation
                ? violation.rule()
                : found.getCause().getClass().getSimpleName();
    }
}
