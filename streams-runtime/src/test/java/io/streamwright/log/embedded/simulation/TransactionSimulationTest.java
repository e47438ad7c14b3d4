package io.streamwright.log.embedded.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.simulation.cluster.TaskClient;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the transaction protocol in a cluster where everything goes wrong, and then nothing: whatever happened, every transaction is
 * wholly there or wholly absent, and every one ends.
 *
 * <p>{@code -Dsim.from=S -Dsim.seeds=N} runs N seeds from S on; {@code -Dsim.seed=S} replays one and leaves its trace in a file.
 */
class TransactionSimulationTest {
    /** Seeds that once found something, in the protocol or in the simulator. */
    private static final long[] ONCE_FAILED = {84, 104, 127, 345, 463, 1369, 1697, 1818, 2667, 2753};

    private static final int FRESH_SEEDS = 200;
    private static final int LINES_SHOWN = 60;

    private final Simulation simulation = Simulation.ofTheProtocol();

    static LongStream seeds() {
        Long only = Long.getLong("sim.seed");
        if (only != null) {
            return LongStream.of(only);
        }
        Long from = Long.getLong("sim.from");
        if (from != null) {
            return LongStream.range(from, from + Long.getLong("sim.seeds", FRESH_SEEDS));
        }
        long fresh = ThreadLocalRandom.current().nextLong(1L << 40);
        return LongStream.concat(LongStream.of(ONCE_FAILED), LongStream.range(fresh, fresh + FRESH_SEEDS));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void whateverFails_everyTransactionIsWholeAndEnds(long seed) {
        // when
        World world = simulation.run(seed);
        // then, beside all that was checked at every step
        assertThat(world.favourites()).extracting(TaskClient::commits).allMatch(commits -> commits > 0);
    }

    @Test
    @EnabledIfSystemProperty(named = "sim.seed", matches = "-?\\d+")
    void seedIsReplayed_withItsTrace() throws IOException {
        long seed = Long.getLong("sim.seed");
        List<String> trace = simulation.replay(seed, Integer.MAX_VALUE);
        Path file = Path.of("target", "simulation-" + seed + ".txt");
        Files.write(file, trace);
        System.out.println("seed " + seed + ", the last of " + trace.size() + " lines in " + file.toAbsolutePath());
        trace.subList(Math.max(0, trace.size() - LINES_SHOWN), trace.size()).forEach(System.out::println);
        assertThat(trace).isNotEmpty();
    }
}
