package io.streamwright.log;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;

/** The words in which the contract of a log is written: what a test does with {@link LogClient}, and nothing else. */
interface LogContractSteps {
    TopicPartition P0 = new TopicPartition("words", 0);
    TopicPartition P1 = new TopicPartition("words", 1);
    Duration LONG = Duration.ofSeconds(20);
    Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(1);

    /** Returns the log of this test, with the topic of the partitions above. */
    LogClient log();

    /** Closes the log and opens it again with what is in it. */
    void reopen();

    /** Lets so much time pass for the log that is open. */
    void passTime(Duration duration);

    default TransactionalWriter writer(String id) {
        return log().openWriter(new WriterOptions(id, TRANSACTION_TIMEOUT, LONG));
    }

    static void append(TransactionalWriter writer, TopicPartition partition, String... values) {
        for (String value : values) {
            writer.append(partition, 1, null, bytes(value), LogRecord.NO_HEADERS);
        }
    }

    /** Returns the timeout of a transaction that {@link #passTime} lets grow too old. */
    default Duration shortTimeout() {
        return TRANSACTION_TIMEOUT;
    }

    /** Waits until the log has a record of an open transaction in a partition, if records get there on a thread of their own. */
    default void awaitRecordsIn(TopicPartition partition) {}

    /** Returns whether a thread waits for data in a reader's poll. */
    default boolean waitsInPoll(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** Returns whether a poll may return a part of a batch, rather than more records than it was asked for. */
    default boolean splitsBatches() {
        return false;
    }

    /** Appends so much that batches of it are on the log before the transaction ends. */
    default void appendSeveralBatches(TransactionalWriter writer, TopicPartition partition) {
        for (int i = 0; i < 2000; i++) {
            append(
                    writer,
                    partition,
                    "record number " + i + " of a transaction that is larger than one batch of the log is");
        }
        awaitRecordsIn(partition);
    }

    static CommitResult commit(TransactionalWriter writer) {
        return get(writer.commit());
    }

    default void commitValues(String id, TopicPartition partition, String... values) {
        TransactionalWriter writer = writer(id);
        writer.begin();
        append(writer, partition, values);
        commit(writer);
    }

    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(failure);
        } catch (InterruptedException | TimeoutException failure) {
            throw new AssertionError(failure);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    default LogReader reader(TopicPartition... partitions) {
        LogReader reader = log().openReader(ReaderOptions.DEFAULT);
        reader.assign(List.of(partitions));
        for (TopicPartition partition : partitions) {
            reader.seek(partition, 0);
        }
        return reader;
    }

    /** Returns the values of all records that are committed now. */
    default List<String> committedValues(TopicPartition partition) {
        return committedRecords(partition).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    default List<LogRecord> committedRecords(TopicPartition partition) {
        long end = log().topics().stableOffsets(Set.of(partition)).get(partition);
        List<LogRecord> records = new ArrayList<>();
        try (LogReader reader = log().openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(partition));
            reader.seek(
                    partition, log().topics().startOffsets(Set.of(partition)).get(partition));
            while (reader.position(partition) < end) {
                reader.poll(LONG).forEach(fetched -> records.addAll(fetched.records()));
            }
        }
        return records;
    }
}
