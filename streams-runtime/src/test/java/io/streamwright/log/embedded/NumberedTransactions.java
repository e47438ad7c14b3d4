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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Transactions that carry a number in two partitions and in a group's offset, so that it can be seen whether each is there whole.
 *
 * <p>Owner: one test, or the process that it kills.
 */
final class NumberedTransactions {
    static final Duration TIMEOUT = Duration.ofMinutes(1);
    /** Added to the number of a transaction that is not to be committed. */
    static final int NEVER = 1000;

    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);
    private static final TopicPartition SOURCE = new TopicPartition("source", 0);
    private static final String GROUP = "app";
    private static final int RECORDS_PER_PARTITION = 2;
    /** Two such records are more than a batch, so that one is on the log before the transaction ends. */
    private static final int RECORD_BYTES = 33 << 10;

    private final LogClient log;
    private GroupMembership member;

    NumberedTransactions(LogClient log) {
        this.log = log;
    }

    void createTopics() {
        if (log.topics().describe("source").isEmpty()) {
            log.topics().create(new TopicSpec("t", 2, Map.of()));
            log.topics().create(new TopicSpec("source", 1, Map.of()));
        }
    }

    /** Returns the group's member, which joins when it is asked for at first. */
    GroupMembership member() {
        if (member == null) {
            member = log.join(GROUP);
        }
        return member;
    }

    TransactionalWriter openWriter() {
        return log.openWriter(new WriterOptions("w", TIMEOUT, Duration.ofSeconds(5)));
    }

    /** Begins a transaction and writes all of it; of each partition and the group something is on the log when this returns. */
    static void write(TransactionalWriter writer, GroupMembership member, int number) {
        writer.begin();
        append(writer, P0, number);
        append(writer, P0, number);
        writer.addOffsets(Map.of(SOURCE, new OffsetAndMetadata(number)), member);
        append(writer, P1, number);
        append(writer, P1, number);
    }

    private static void append(TransactionalWriter writer, TopicPartition partition, int number) {
        byte[] value = new byte[RECORD_BYTES];
        byte[] digits = Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digits, 0, value, 0, digits.length);
        writer.append(partition, 1, null, value, LogRecord.NO_HEADERS);
    }

    /** Returns the number of the latest committed transaction, as the group says; waits for one that is being ended. */
    int committed() {
        OffsetAndMetadata offset =
                log.topics().committedOffsets(GROUP, Set.of(SOURCE)).get(SOURCE);
        return offset == null ? 0 : (int) offset.offset();
    }

    /** Waits until the log has carried out everything that was sent before. */
    void awaitSent() {
        log.topics().committedOffsets("nobody", Set.of(SOURCE));
    }

    /**
     * Returns the number of the latest committed transaction, after checking that all parts of the log agree on it. No transaction
     * may be open.
     */
    int checkWhole() {
        int committed = committed();
        List<Integer> expected = IntStream.rangeClosed(1, committed)
                .boxed()
                .flatMap(number -> Collections.nCopies(RECORDS_PER_PARTITION, number).stream())
                .toList();
        for (TopicPartition partition : List.of(P0, P1)) {
            assertThat(numbers(partition)).as("numbers in %s", partition).isEqualTo(expected);
        }
        return committed;
    }

    private List<Integer> numbers(TopicPartition partition) {
        List<Integer> numbers = new ArrayList<>();
        long end = log.topics().stableOffsets(Set.of(partition)).get(partition);
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(partition));
            reader.seek(partition, 0);
            while (reader.position(partition) < end) {
                reader.poll(Duration.ofSeconds(5))
                        .forEach(fetched -> fetched.records().forEach(record -> numbers.add(numberIn(record.value()))));
            }
        }
        return numbers;
    }

    private static int numberIn(byte[] value) {
        return Integer.parseInt(new String(value, 0, 10, StandardCharsets.US_ASCII).trim());
    }
}
