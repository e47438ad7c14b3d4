package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.execution.FaultPoints;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.execution.WriteSteps;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wherever the machine crashes, each transaction is there whole or not at all, and what was acknowledged is there. */
final class CrashAtEveryPointTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);
    private static final TopicPartition SOURCE = new TopicPartition("source", 0);
    private static final int TRANSACTIONS = 6;

    private final FakeClock clock = new FakeClock();

    static Stream<Arguments> crashes() {
        return Stream.of(WriteSteps.values())
                .flatMap(steps -> Stream.of(FaultPoint.values())
                        .flatMap(point -> IntStream.of(1, 2, 3, 5, 8, 13)
                                .mapToObj(occurrence -> Arguments.of(steps, point, occurrence))));
    }

    @ParameterizedTest(name = "{0} {1} #{2}")
    @MethodSource("crashes")
    void crash_leavesEveryTransactionWholeOrNotAtAll(WriteSteps steps, FaultPoint point, int occurrence) {
        // given a log that dies when it comes to the point for the n-th time
        FaultyLogStorage storage = new FaultyLogStorage();
        EmbeddedLogSettings settings = EmbeddedLogSettings.DEFAULT.with(steps);
        LogClient log = client(storage, settings);
        log.topics().create(new TopicSpec("t", 2, Map.of()));
        log.topics().create(new TopicSpec("source", 1, Map.of()));
        // when
        int acknowledged = 0;
        try {
            acknowledged = writeUntilItDies(client(storage, settings.with(new DieAt(point, occurrence))), 1);
        } catch (KafkaException diedWhileOpening) {
            assertThat(occurrence).isEqualTo(1);
        }
        // then, however many of the writes that were not synced are lost
        for (int kept = 0; kept <= storage.unsyncedWrites(); kept++) {
            LogClient reopened = client(storage.afterCrash(kept), settings);
            int committed = checkWhole(reopened);
            assertThat(committed).isBetween(acknowledged, acknowledged + 1);
            writeUntilItDies(reopened, committed + 1);
            assertThat(checkWhole(reopened)).isEqualTo(TRANSACTIONS);
        }
    }

    private LogClient client(FaultyLogStorage storage, EmbeddedLogSettings settings) {
        return EmbeddedLog.byHand(storage, settings, clock).client();
    }

    /** Writes numbered transactions, every third aborted first; returns the last number that was acknowledged. */
    private static int writeUntilItDies(LogClient log, int firstNumber) {
        int acknowledged = firstNumber - 1;
        try {
            GroupMembership member = log.join("app");
            TransactionalWriter writer =
                    log.openWriter(new WriterOptions("w", Duration.ofMinutes(1), Duration.ofSeconds(5)));
            for (int number = firstNumber; number <= TRANSACTIONS; number++) {
                if (number % 3 == 0) {
                    writer.begin();
                    write(writer, member, number, "aborted ");
                    writer.abort().join();
                }
                writer.begin();
                write(writer, member, number, "");
                writer.commit().join();
                acknowledged = number;
            }
        } catch (KafkaException | CompletionException died) {
            return acknowledged;
        }
        return acknowledged;
    }

    private static void write(TransactionalWriter writer, GroupMembership member, int number, String prefix) {
        for (int i = 0; i < 1200; i++) {
            append(writer, P0, prefix + number + " filler, so that a batch is on the log before the transaction ends");
        }
        append(writer, P1, prefix + number);
        writer.addOffsets(Map.of(SOURCE, new OffsetAndMetadata(number)), member);
    }

    private static void append(TransactionalWriter writer, TopicPartition partition, String value) {
        writer.append(partition, 1, null, value.getBytes(StandardCharsets.UTF_8), LogRecord.NO_HEADERS);
    }

    /** Returns how many transactions are committed, after checking that all parts of the log agree. */
    private static int checkWhole(LogClient log) {
        log.openWriter(new WriterOptions("w", Duration.ofMinutes(1), Duration.ofSeconds(5)))
                .close();
        OffsetAndMetadata offset =
                log.topics().committedOffsets("app", Set.of(SOURCE)).get(SOURCE);
        int committed = offset == null ? 0 : (int) offset.offset();
        List<String> expected =
                IntStream.rangeClosed(1, committed).mapToObj(Integer::toString).toList();
        assertThat(values(log, P1)).isEqualTo(expected);
        List<String> large = values(log, P0);
        assertThat(large).hasSize(committed * 1200).noneMatch(value -> value.startsWith("aborted"));
        return committed;
    }

    private static List<String> values(LogClient log, TopicPartition partition) {
        List<String> values = new ArrayList<>();
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(partition));
            reader.seek(partition, 0);
            while (reader.position(partition)
                    < log.topics().stableOffsets(Set.of(partition)).get(partition)) {
                reader.poll(Duration.ZERO)
                        .forEach(fetched -> fetched.records()
                                .forEach(record -> values.add(new String(record.value(), StandardCharsets.UTF_8))));
            }
        }
        return values;
    }

    /** Throws at the n-th time of a point, and at every point after it, as a dead process does nothing any more. */
    private static final class DieAt implements FaultPoints {
        private final FaultPoint point;
        private int rest;

        DieAt(FaultPoint point, int occurrence) {
            this.point = point;
            this.rest = occurrence;
        }

        @Override
        public void reached(FaultPoint here) {
            if (here == point) {
                rest--;
            }
            if (rest <= 0) {
                throw new KafkaException("died at " + point);
            }
        }
    }
}
