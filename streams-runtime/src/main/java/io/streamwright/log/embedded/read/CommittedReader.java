package io.streamwright.log.embedded.read;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogReader;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.loop.Clock;
import io.streamwright.loop.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Reads partitions of the embedded log up to their last stable offset.
 *
 * <p>Owner: the thread that uses it first; {@link #wakeup} and {@link #close} may be called from any thread.
 */
public final class CommittedReader implements LogReader {
    private final PublishedTopics topics;
    private final LogStorage storage;
    private final ReaderOptions options;
    private final Clock clock;
    private final Owner owner = new Owner("log reader");
    private final ReaderSignal signal = new ReaderSignal();
    private Map<TopicPartition, PartitionCursor> cursors = new LinkedHashMap<>();
    private List<PartitionCursor> turn = new ArrayList<>();
    /** Which partition is asked first at the next poll, so that none starves behind a busy one. */
    private int firstTurn;

    // Volatile: set by whoever calls wakeup, taken back by the owner; the signal is raised after it is set.
    private volatile boolean wakeupRequested;

    /**
     * Makes a reader without partitions.
     *
     * @param topics what can be read
     * @param storage holds what the views do not keep
     * @param options how much a poll returns
     * @param clock measures how long a poll waits
     */
    public CommittedReader(PublishedTopics topics, LogStorage storage, ReaderOptions options, Clock clock) {
        this.topics = topics;
        this.storage = storage;
        this.options = options;
        this.clock = clock;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        owner.check();
        Map<TopicPartition, PartitionCursor> next = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            PartitionCursor known = cursors.get(partition);
            next.put(partition, known == null ? new PartitionCursor(partition, topics.view(partition)) : known);
        }
        next.values().stream()
                .filter(cursor -> !cursors.containsValue(cursor))
                .forEach(cursor -> cursor.view().addReader(signal));
        cursors.values().stream()
                .filter(cursor -> !next.containsValue(cursor))
                .forEach(cursor -> cursor.view().removeReader(signal));
        cursors = next;
        turn = new ArrayList<>(next.values());
        firstTurn = 0;
    }

    @Override
    public Set<TopicPartition> assignment() {
        owner.check();
        return Set.copyOf(cursors.keySet());
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("negative offset " + offset + " for partition " + partition);
        }
        cursor(partition).seek(offset);
    }

    @Override
    public long position(TopicPartition partition) {
        return cursor(partition).position();
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> cursor(partition).pause(true));
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> cursor(partition).pause(false));
    }

    @Override
    public OptionalLong lag(TopicPartition partition) {
        return cursor(partition).lag();
    }

    private PartitionCursor cursor(TopicPartition partition) {
        owner.check();
        PartitionCursor cursor = cursors.get(partition);
        if (cursor == null) {
            throw new IllegalStateException("partition " + partition + " is not assigned to this reader");
        }
        return cursor;
    }

    @Override
    public List<FetchedRecords> poll(Duration timeout) {
        owner.check();
        // Saturated, and before the fetch: nothing may fail once positions have moved.
        long timeoutNanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
        long start = clock.nanoTime();
        while (true) {
            if (Thread.currentThread().isInterrupted()) {
                // Before the fetch, which moves positions. The exception leaves the thread interrupted.
                throw new InterruptException("poll of " + cursors.keySet() + " was interrupted");
            }
            signal.clear();
            List<FetchedRecords> fetched = wakeupRequested ? List.of() : fetch();
            long remaining = timeoutNanos - (clock.nanoTime() - start);
            if (!fetched.isEmpty() || wakeupRequested || remaining <= 0) {
                wakeupRequested = false;
                return fetched;
            }
            signal.await(remaining);
        }
    }

    private List<FetchedRecords> fetch() {
        List<FetchedRecords> fetched = new ArrayList<>();
        FetchBudget budget = new FetchBudget(options.maxPollRecords(), options.maxPollBytes());
        int size = turn.size();
        int asked = 0;
        while (asked < size && !budget.isSpent()) {
            try {
                turn.get((firstTurn + asked) % size).fetch(storage, budget, fetched);
            } catch (KafkaException failure) {
                // The positions of what was fetched have moved: return it, and meet the failure first at the next poll.
                if (fetched.isEmpty()) {
                    throw failure;
                }
                break;
            }
            asked++;
        }
        firstTurn = size == 0 ? 0 : (firstTurn + asked) % size;
        return fetched;
    }

    @Override
    public void wakeup() {
        wakeupRequested = true;
        signal.raise();
    }

    @Override
    public void close() {
        turn.forEach(cursor -> cursor.view().removeReader(signal));
        signal.raise();
    }
}
