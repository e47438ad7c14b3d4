package io.streamwright.log.kafka;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.loop.Clock;
import io.streamwright.loop.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads committed records with a consumer that has no group.
 *
 * <p>Positions are kept here: the consumer's own may be a moment behind a seek, and asking for it could wait for a broker.
 *
 * <p>Owner: the thread that reads; {@link #wakeup} and {@link #closeFromOutside} may be called from any.
 */
final class KafkaReader implements LogReader {
    private final Consumer<byte[], byte[]> consumer;
    private final DeletedTopics deletedTopics;
    private final Runnable onClose;
    /** For when the consumer has no partitions: it then refuses to wait for anything. */
    private final Semaphore wakeups = new Semaphore(0);

    private final Owner owner = new Owner("reader of Kafka");
    private final Set<TopicPartition> assigned = new HashSet<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    /** Of what is assigned and was given a position: the consumer has these alone, as it would ask the others for a reset. */
    private final Map<TopicPartition, Long> positions = new HashMap<>();

    private final Map<TopicPartition, Long> stableEnds = new HashMap<>();
    // Volatile: set by who closes the log, read by the owner.
    private volatile boolean closed;

    /**
     * Makes a reader without partitions.
     *
     * @param consumer read-committed, without a group and without a reset policy; becomes the reader's own
     * @param onClose called when it is closed
     */
    KafkaReader(Consumer<byte[], byte[]> consumer, KafkaTopics topics, Clock clock, Runnable onClose) {
        this.consumer = consumer;
        this.deletedTopics = new DeletedTopics(topics.admin(), clock);
        this.onClose = onClose;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        checkOpen();
        assigned.clear();
        assigned.addAll(partitions);
        paused.retainAll(assigned);
        positions.keySet().retainAll(assigned);
        stableEnds.keySet().retainAll(assigned);
        consumer.assign(positions.keySet());
    }

    private void checkOpen() {
        owner.check();
        if (closed) {
            throw new IllegalStateException("this reader of Kafka is closed");
        }
    }

    @Override
    public Set<TopicPartition> assignment() {
        checkOpen();
        return Set.copyOf(assigned);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        checkOpen();
        requireAssigned(partition);
        if (positions.put(partition, offset) == null) {
            consumer.assign(positions.keySet());
            if (paused.contains(partition)) {
                consumer.pause(Set.of(partition));
            }
        }
        consumer.seek(partition, offset);
    }

    private void requireAssigned(TopicPartition partition) {
        if (!assigned.contains(partition)) {
            throw new IllegalStateException("partition " + partition + " is not assigned to this reader");
        }
    }

    @Override
    public long position(TopicPartition partition) {
        checkOpen();
        Long position = positions.get(partition);
        if (position == null) {
            throw new IllegalStateException("partition " + partition + " has no position: assign it, then seek");
        }
        return position;
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        checkOpen();
        partitions.forEach(this::requireAssigned);
        paused.addAll(partitions);
        consumer.pause(withPosition(partitions));
    }

    private Set<TopicPartition> withPosition(Collection<TopicPartition> partitions) {
        Set<TopicPartition> known = new HashSet<>(partitions);
        known.retainAll(positions.keySet());
        return known;
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        checkOpen();
        partitions.forEach(this::requireAssigned);
        partitions.forEach(paused::remove);
        consumer.resume(withPosition(partitions));
    }

    @Override
    public List<FetchedRecords> poll(Duration timeout) {
        checkOpen();
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted before reading");
        }
        requirePositions();
        if (positions.isEmpty()) {
            awaitWakeup(timeout);
            return List.of();
        }
        ConsumerRecords<byte[], byte[]> polled;
        try {
            polled = consumer.poll(timeout);
        } catch (WakeupException woken) {
            wakeups.drainPermits();
            if (closed) {
                close();
            }
            return List.of();
        }
        List<FetchedRecords> fetched = new ArrayList<>();
        for (TopicPartition partition : moved(polled)) {
            List<LogRecord> records = records(polled.records(partition));
            OffsetAndMetadata next = polled.nextOffsets().get(partition);
            long nextOffset = next == null ? records.get(records.size() - 1).offset() + 1 : next.offset();
            fetched.add(new FetchedRecords(partition, records, nextOffset));
            positions.put(partition, nextOffset);
            noteStableEnd(partition, nextOffset);
        }
        if (fetched.isEmpty()) {
            deletedTopics.check(positions.keySet());
        }
        return fetched;
    }

    private void requirePositions() {
        if (positions.size() == assigned.size()) {
            return;
        }
        for (TopicPartition partition : assigned) {
            if (!positions.containsKey(partition) && !paused.contains(partition)) {
                throw new IllegalStateException(
                        "partition " + partition + " was assigned but not given a position: seek first, or pause it");
            }
        }
    }

    private void awaitWakeup(Duration timeout) {
        try {
            if (wakeups.tryAcquire(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS)) {
                wakeups.drainPermits();
            }
        } catch (InterruptedException interrupt) {
            throw new InterruptException(interrupt); // sets the thread's interrupt again
        }
        if (closed) {
            close();
        }
    }

    /** An interceptor that makes records of its own may leave the next offsets out (KIP-1094). */
    private static Set<TopicPartition> moved(ConsumerRecords<byte[], byte[]> polled) {
        Set<TopicPartition> moved = new LinkedHashSet<>(polled.nextOffsets().keySet());
        moved.addAll(polled.partitions());
        return moved;
    }

    private static List<LogRecord> records(List<ConsumerRecord<byte[], byte[]>> polled) {
        List<LogRecord> records = new ArrayList<>(polled.size());
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            var headers = record.headers().toArray();
            records.add(new LogRecord(
                    record.offset(),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    headers.length == 0 ? LogRecord.NO_HEADERS : headers));
        }
        return records;
    }

    private void noteStableEnd(TopicPartition partition, long position) {
        OptionalLong lag = consumer.currentLag(partition);
        if (lag.isPresent()) {
            stableEnds.put(partition, position + lag.getAsLong());
        }
    }

    @Override
    public OptionalLong lag(TopicPartition partition) {
        checkOpen();
        Long position = positions.get(partition);
        @Nullable Long end = stableEnds.get(partition);
        if (position == null || end == null) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.max(0, end - position));
    }

    @Override
    public void wakeup() {
        wakeups.release();
        consumer.wakeup();
    }

    @Override
    public void close() {
        closed = true;
        consumer.close(CloseOptions.timeout(Duration.ZERO));
        onClose.run();
    }

    /** Closes it for whoever closes the log: if its owner is just reading, then as soon as that poll has ended. */
    void closeFromOutside() {
        closed = true;
        try {
            close();
        } catch (ConcurrentModificationException ownerIsReading) {
            wakeup();
        }
    }
}
