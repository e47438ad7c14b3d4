package io.streamwright.log;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A read-committed reader of partitions.
 *
 * <p>Owner: the thread that opened it; {@link #wakeup()} alone may be called from any thread.
 */
public interface LogReader extends AutoCloseable {

    /**
     * Replaces the partitions read. Those that stay keep their position; new ones must be given one by {@link #seek}, or be paused, before
     * the next poll.
     */
    void assign(Collection<TopicPartition> partitions);

    /** Returns the partitions read. */
    Set<TopicPartition> assignment();

    /**
     * Makes {@code offset} the next one to be read, and forgets what was fetched of that partition.
     *
     * @throws IllegalStateException if the partition is not assigned
     */
    void seek(TopicPartition partition, long offset);

    /** Returns the offset of the next record to be returned: behind markers and aborted records already passed. */
    long position(TopicPartition partition);

    /** Stops returning records of these partitions, without losing their position. */
    void pause(Collection<TopicPartition> partitions);

    /** Undoes {@link #pause}. */
    void resume(Collection<TopicPartition> partitions);

    /**
     * Returns committed records, in the order of offsets within each partition; markers and aborted records are passed over.
     * Returns as soon as there is something, on {@link #wakeup()}, or when the timeout has passed.
     *
     * <p>A partition whose position moved without a record (over markers) is reported with an empty list.
     *
     * @param timeout how long to wait for data; zero does not wait
     * @throws org.apache.kafka.clients.consumer.OffsetOutOfRangeException if a position is not held by the log
     * @throws org.apache.kafka.common.errors.UnknownTopicOrPartitionException if a partition was deleted
     * @throws org.apache.kafka.common.errors.InterruptException if the thread was interrupted before the call or while it waited,
     *     also if there is something to return; no position has moved, and the thread stays interrupted: clear that, or every
     *     later call throws too
     */
    List<FetchedRecords> poll(Duration timeout);

    /**
     * Returns how many offsets lie between the position and the last stable offset as last seen; empty if nothing is known yet.
     */
    OptionalLong lag(TopicPartition partition);

    /** Makes the current or next {@link #poll} return at once. Thread-safe. */
    void wakeup();

    @Override
    void close();
}
