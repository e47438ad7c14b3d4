package io.streamwright.log.embedded.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drives coordinator, partitions and a group with clients that compete for two transactional ids, while replies are lost, messages
 * are late or doubled and the process restarts anywhere. Again: {@code -Dtest=ProtocolRandomTest -Dprotocol.seed=N}.
 */
class ProtocolRandomTest {
    private static final int STEPS = 1200;
    private static final int STEPS_PER_PHASE = 80;
    private static final int FRESH_SEEDS = 40;

    static LongStream seeds() {
        String only = System.getProperty("protocol.seed");
        if (only != null) {
            return LongStream.of(Long.parseLong(only));
        }
        LongStream known = LongStream.range(0, 60);
        return LongStream.concat(known, ThreadLocalRandom.current().longs(FRESH_SEEDS));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void whateverFails_everyTransactionIsWhollyThereOrAbsent(long seed) {
        try {
            run(seed);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("again: -Dtest=ProtocolRandomTest -Dprotocol.seed=" + seed, e);
        }
    }

    private static void run(long seed) {
        // given
        Random random = new Random(seed);
        RandomLog log = new RandomLog(random, random.nextBoolean(), 0.05);
        AtomicLong offsets = new AtomicLong();
        List<RandomClient> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(new RandomClient(log, "app-0_" + i % 2, offsets));
        }
        // when
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(40) == 0) {
                log.commitPlainly(offsets.incrementAndGet());
            }
            clientAt(step, random).map(clients::get).ifPresent(RandomClient::step);
            log.step();
        }
        // then
        log.settleEverything(20);
        log.checkEverythingAtRest();
        assertThat(log.checks.committedTransactions()).isPositive();
        // and whoever comes next is served
        RandomClient next = new RandomClient(log, "app-0_0", offsets);
        for (int step = 0; step < 500 && next.commits() == 0; step++) {
            next.step();
            log.step();
        }
        assertThat(next.commits()).as("commits of a new client").isPositive();
        log.settleEverything(20);
        log.checkEverythingAtRest();
    }

    /** Rivals for an id would fence each other for ever if they never paused, and transactions time out while all pause. */
    private static Optional<Integer> clientAt(int step, Random random) {
        return switch (step / STEPS_PER_PHASE % 5) {
            case 0, 2 -> Optional.of(random.nextInt(2));
            case 1 -> Optional.empty();
            case 3 -> Optional.of(2 + random.nextInt(2));
            default -> Optional.of(random.nextInt(4));
        };
    }
}
