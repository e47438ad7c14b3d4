package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.CoordinatorRecordCodec;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.storage.FlushMode;
import io.streamwright.log.embedded.storage.RocksLogStorage;
import io.streamwright.log.embedded.storage.StateTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log with very many transactional ids, whatever they were doing when its process died, is open in no time. */
final class ManyTransactionalIdsTest {
    private static final int IDS = 10_000;
    /** Required of the coordinator. */
    private static final Duration LONGEST_OPENING = Duration.ofSeconds(2);
    /** The best one counts, as a busy machine says nothing about the log. */
    private static final int OPENINGS = 3;

    private static final List<TransactionState> STATES = Arrays.stream(TransactionState.values())
            .filter(state -> state != TransactionState.DEAD)
            .toList();
    private static final Set<TransactionState> COMMITTED =
            EnumSet.of(TransactionState.PREPARE_COMMIT, TransactionState.COMPLETE_COMMIT);

    @TempDir
    private Path temporary;

    @Test
    void tenThousandIdsInEveryState_areRecoveredInTwoSeconds() throws Exception {
        assertThatRecoveryIsQuick(16, id -> STATES.get(id % STATES.size()));
    }

    @Test
    void tenThousandAbortsInOnePartition_areRecoveredInTwoSeconds() throws Exception {
        assertThatRecoveryIsQuick(1, id -> TransactionState.PREPARE_ABORT);
    }

    private void assertThatRecoveryIsQuick(int partitions, IntFunction<TransactionState> stateOf) throws Exception {
        // given
        Path dead = temporary.resolve("dead");
        try (RocksLogStorage storage = RocksLogStorage.open(dead, FlushMode.OS)) {
            DeadLog.write(storage, partitions, IDS, stateOf);
        }
        List<Duration> openings = new ArrayList<>();
        for (int i = 0; i < OPENINGS; i++) {
            Path directory = copy(dead, temporary.resolve("opened-" + i));
            FakeClock clock = new FakeClock();
            // when
            long startNs = System.nanoTime();
            RocksLogStorage storage = RocksLogStorage.open(directory, FlushMode.SYNC);
            try (EmbeddedLog log = EmbeddedLog.byHand(storage, EmbeddedLogSettings.DEFAULT, clock)) {
                openings.add(Duration.ofNanos(System.nanoTime() - startNs));
                // then
                assertThat(storedStates(storage)).isEqualTo(recovered(stateOf));
                clock.advance(DeadLog.TIMEOUT);
                log.step();
                checkContents(log.client(), partitions, stateOf);
            }
        }
        assertThat(openings).as("times to open").anyMatch(opening -> opening.compareTo(LONGEST_OPENING) < 0);
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    private static Map<TransactionState, Long> storedStates(RocksLogStorage storage) {
        Map<TransactionState, Long> counts = new EnumMap<>(TransactionState.class);
        storage.forEach(StateTable.TRANSACTIONS, (key, value) -> {
            if (CoordinatorRecordCodec.decode(value) instanceof IdUpdated updated) {
                counts.merge(updated.metadata().state(), 1L, Long::sum);
            }
        });
        return counts;
    }

    /** Returns how many ids are in each state when everything is completed that was decided. */
    private static Map<TransactionState, Long> recovered(IntFunction<TransactionState> stateOf) {
        return IntStream.range(0, IDS)
                .mapToObj(stateOf)
                .map(state -> switch (state) {
                    case PREPARE_COMMIT -> TransactionState.COMPLETE_COMMIT;
                    case PREPARE_ABORT -> TransactionState.COMPLETE_ABORT;
                    case EMPTY, ONGOING, COMPLETE_COMMIT, COMPLETE_ABORT, DEAD -> state;
                })
                .collect(Collectors.groupingBy(state -> state, Collectors.counting()));
    }

    /** Checks that readers and the group see what was committed, and nothing is in their way. */
    private static void checkContents(LogClient log, int partitions, IntFunction<TransactionState> stateOf) {
        List<Integer> committed = IntStream.range(0, IDS)
                .filter(id -> COMMITTED.contains(stateOf.apply(id)))
                .boxed()
                .toList();
        for (int number = 0; number < partitions; number++) {
            int partition = number;
            List<Integer> expected = committed.stream()
                    .filter(id -> DeadLog.partitionsOf(id, partitions).contains(partition))
                    .toList();
            assertThat(idsIn(log, new TopicPartition(DeadLog.TOPIC, partition))).isEqualTo(expected);
        }
        Set<TopicPartition> consumed =
                IntStream.range(0, IDS).mapToObj(DeadLog::consumedBy).collect(Collectors.toSet());
        assertThat(log.topics().committedOffsets(DeadLog.GROUP, consumed).keySet())
                .isEqualTo(committed.stream().map(DeadLog::consumedBy).collect(Collectors.toSet()));
    }

    private static List<Integer> idsIn(LogClient log, TopicPartition partition) {
        List<Integer> ids = new ArrayList<>();
        long end = log.topics().stableOffsets(Set.of(partition)).get(partition);
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(partition));
            reader.seek(partition, 0);
            while (reader.position(partition) < end) {
                reader.poll(Duration.ZERO)
                        .forEach(fetched -> fetched.records().forEach(record -> ids.add(DeadLog.idIn(record.value()))));
            }
        }
        return ids;
    }
}
