package io.streamwright.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogRecord;
import io.streamwright.processor.api.Record;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputQueuesTest {
    private static final TopicPartition LEFT = new TopicPartition("left", 0);
    private static final TopicPartition RIGHT = new TopicPartition("right", 0);

    private final Map<TopicPartition, Long> lag = new HashMap<>();

    @Test
    void recordWithSmallestTimestamp_isTakenFirst() {
        InputQueues queues = queues(0);
        fill(queues, LEFT, 5, 20);
        fill(queues, RIGHT, 10, 15);

        List<Long> taken = new ArrayList<>();
        for (InputQueue next = queues.earliest(); next != null; next = queues.earliest()) {
            taken.add(next.take().record().timestamp());
        }

        assertThat(taken).containsExactly(5L, 10L, 15L, 20L);
    }

    @Test
    void equalTimestamps_areTakenFromTheFirstPartition() {
        InputQueues queues = queues(0);
        fill(queues, RIGHT, 5);
        fill(queues, LEFT, 5);

        assertThat(queues.earliest().partition()).isEqualTo(LEFT);
    }

    @Test
    void partitionWithDataOnTheLog_isWaitedFor() {
        InputQueues queues = queues(0);
        fill(queues, LEFT, 5);
        lag.put(RIGHT, 3L);

        assertThat(mayProcess(queues, 0)).isFalse();
        assertThat(mayProcess(queues, 100_000)).isFalse();
    }

    @Test
    void partitionWhoseEndIsNotKnownYet_isWaitedFor() {
        InputQueues queues = queues(0);
        fill(queues, LEFT, 5);

        assertThat(mayProcess(queues, 0)).isFalse();
    }

    @Test
    void partitionWithoutData_isNotWaitedForByDefault() {
        InputQueues queues = queues(0);
        fill(queues, LEFT, 5);
        lag.put(RIGHT, 0L);

        assertThat(mayProcess(queues, 0)).isTrue();
    }

    @Test
    void partitionWithoutData_isWaitedForAsLongAsConfigured() {
        InputQueues queues = queues(50);
        fill(queues, LEFT, 5);
        lag.put(RIGHT, 0L);

        assertThat(mayProcess(queues, 1_000)).isFalse();
        assertThat(mayProcess(queues, 1_049)).isFalse();
        assertThat(mayProcess(queues, 1_050)).isTrue();
    }

    @Test
    void neverWaiting_doesNotEvenWaitForDataOnTheLog() {
        InputQueues queues = queues(-1);
        fill(queues, LEFT, 5);
        lag.put(RIGHT, 3L);

        assertThat(mayProcess(queues, 0)).isTrue();
    }

    @Test
    void consumedOffset_liesBehindWhatWasTakenAndBehindMarkers() {
        InputQueues queues = queues(0);
        InputQueue left = queues.queue(LEFT);
        fill(queues, LEFT, 5, 6);
        assertThat(left.consumedOffset()).isZero();

        left.peek();
        left.take();
        assertThat(left.consumedOffset()).isEqualTo(1);

        left.peek();
        left.take();
        assertThat(left.consumedOffset()).isEqualTo(2);

        queues.add(new FetchedRecords(LEFT, List.of(), 3));
        assertThat(left.consumedOffset()).isEqualTo(3);
    }

    @Test
    void recordThatTheExtractorRefuses_isSkipped() {
        InputQueue queue = new InputQueue(LEFT, source());
        queue.reset(0, -1);
        queue.add(new FetchedRecords(LEFT, List.of(record(0, -1), record(1, 7)), 2));

        assertThat(queue.peek().record().timestamp()).isEqualTo(7);
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void reset_forgetsWhatWasFetched() {
        InputQueues queues = queues(0);
        fill(queues, LEFT, 5, 6);
        queues.queue(LEFT).peek();

        queues.queue(LEFT).reset(42, 4);

        assertThat(queues.earliest()).isNull();
        assertThat(queues.queue(LEFT).consumedOffset()).isEqualTo(42);
        assertThat(queues.queue(LEFT).partitionTime()).isEqualTo(4);
    }

    private boolean mayProcess(InputQueues queues, long nowMs) {
        return queues.mayProcess(nowMs, partition -> {
            Long known = lag.get(partition);
            return known == null ? OptionalLong.empty() : OptionalLong.of(known);
        });
    }

    private InputQueues queues(long maxIdleMs) {
        InputSource source = source();
        return new InputQueues(List.of(new InputQueue(LEFT, source), new InputQueue(RIGHT, source)), maxIdleMs);
    }

    /** Takes the record's own timestamp and skips negative ones, as the source of a topology with a lenient extractor does. */
    private static InputSource source() {
        return new InputSource() {
            @Override
            public void condemn(Record<@Nullable Object, @Nullable Object> record, Exception error) {
                throw new UnsupportedOperationException();
            }

            @Override
            public @Nullable InputRecord decode(TopicPartition partition, LogRecord record, long partitionTime) {
                return record.timestamp() < 0
                        ? null
                        : new InputRecord(record, new Record<>(record.key(), record.value(), record.timestamp()));
            }

            @Override
            public void process(Record<@Nullable Object, @Nullable Object> record) {
                throw new UnsupportedOperationException("nothing is processed here");
            }
        };
    }

    private static void fill(InputQueues queues, TopicPartition partition, long... timestamps) {
        List<LogRecord> records = new ArrayList<>();
        for (int offset = 0; offset < timestamps.length; offset++) {
            records.add(record(offset, timestamps[offset]));
        }
        queues.add(new FetchedRecords(partition, records, timestamps.length));
    }

    private static LogRecord record(long offset, long timestamp) {
        byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
        return new LogRecord(offset, timestamp, bytes, bytes, LogRecord.NO_HEADERS);
    }
}
