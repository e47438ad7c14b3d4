package io.streamwright.runtime.global;

import io.streamwright.errors.StreamsException;
import io.streamwright.errors.TransactionApi;
import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogTopics;
import io.streamwright.log.ReaderOptions;
import io.streamwright.runtime.reading.ReadFailures;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.task.GlobalTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds global stores: brings them to the read-committed ends that their topics have at the start, then follows the topics.
 *
 * <p>Nothing is fetched before what was fetched is in the stores, so that memory holds one poll at most. After a failure everything goes
 * on from the offsets that the stores have reached.
 *
 * <p>Owner: one loop; {@link #wakeup} alone may be called by any thread.
 */
public final class GlobalReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalReader.class);

    private final Map<String, List<TopicPartition>> partitionsOf = new LinkedHashMap<>();
    private final Map<TopicPartition, String> storeOf;
    private final GlobalTask task;
    private final LogTopics topics;
    private final LogReader reader;
    private final GlobalSupport support;
    private final ReadFailures readFailures;
    private final RestoringPartitions restoring;
    private final List<FetchedRecords> taken = new ArrayList<>();
    private Phase phase = Phase.STARTING;
    private boolean ready;
    private boolean busy;
    private long notBeforeMs = Long.MIN_VALUE;

    /**
     * Makes a reader; nothing is asked of the log before the first step.
     *
     * @param inputs all partitions of the topics, with the store that each feeds
     * @param task keeps the stores
     * @param log where the topics are
     * @param support the application around it
     */
    public GlobalReader(Map<TopicPartition, String> inputs, GlobalTask task, LogClient log, GlobalSupport support) {
        this.storeOf = Map.copyOf(inputs);
        inputs.forEach((partition, store) ->
                partitionsOf.computeIfAbsent(store, any -> new ArrayList<>()).add(partition));
        this.task = task;
        this.topics = log.topics();
        this.reader = log.openReader(ReaderOptions.DEFAULT.with(ReaderOptions.Purpose.GLOBAL));
        this.support = support;
        this.readFailures = new ReadFailures(support.errors());
        this.restoring = new RestoringPartitions(support.progress());
    }

    private enum Phase {
        /** Knows neither ends nor positions. Left when the log has told them. */
        STARTING,
        /** Reads to the ends. Left when all are reached, or by a failure. */
        RESTORING,
        /** Reads what comes. Left by a failure. */
        FOLLOWING,
        /** Somebody has to decide. Left by {@link #resume}. */
        FAILED
    }

    /** Returns whether all stores have been complete once: tasks may begin. */
    public boolean isReady() {
        return ready;
    }

    /** One turn: a bounded amount of work. Returns whether there was any. */
    public boolean step(long nowMs) {
        if (Thread.interrupted()) {
            LOG.warn("the reader of global topics was interrupted, which is cleared; close the application instead");
        }
        busy = nowMs >= notBeforeMs && work(nowMs);
        support.status().accept(task.status(phase.name()));
        return busy;
    }

    private boolean work(long nowMs) {
        try {
            return switch (phase) {
                case STARTING -> start(nowMs);
                case RESTORING, FOLLOWING -> follow(nowMs);
                case FAILED -> false;
            };
        } catch (RuntimeException e) {
            failed(
                    e instanceof StreamsException own ? own : new StreamsException("global stores failed: " + e, e),
                    nowMs);
            return true;
        }
    }

    private boolean start(long nowMs) {
        Map<TopicPartition, Long> starts;
        Map<TopicPartition, Long> ends;
        try {
            starts = topics.startOffsets(storeOf.keySet());
            ends = topics.stableOffsets(storeOf.keySet());
        } catch (KafkaException e) {
            cannotRead(e, nowMs);
            return false;
        }
        readFailures.succeeded();
        restoring.suspend();
        taken.clear();
        reader.assign(storeOf.keySet());
        partitionsOf.forEach((store, partitions) -> {
            prepare(store, partitions, starts, ends);
            for (TopicPartition partition : partitions) {
                long endOffset = offset(ends, partition);
                long position = task.position(store, partition).orElse(offset(starts, partition));
                task.seek(store, partition, position);
                reader.seek(partition, position);
                if (position < endOffset) {
                    restoring.add(store, partition, position, endOffset);
                }
            }
        });
        phase = Phase.RESTORING;
        return true;
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalStateException("the log gave no offset of global topic partition " + partition);
        }
        return offset;
    }

    /** Empties a store that cannot be brought up to date from where it is. */
    private void prepare(
            String store,
            List<TopicPartition> partitions,
            Map<TopicPartition, Long> starts,
            Map<TopicPartition, Long> ends) {
        boolean isFresh = true;
        boolean isBehindTheLog = false;
        for (TopicPartition partition : partitions) {
            OptionalLong position = task.position(store, partition);
            if (position.isPresent()) {
                isFresh = false;
                requireHeld(store, partition, position.getAsLong(), offset(ends, partition));
                isBehindTheLog |= position.getAsLong() < offset(starts, partition);
            }
        }
        if (isBehindTheLog) {
            LOG.warn(
                    "global store={} topic={}: the log no longer holds what the store misses, the store is emptied and filled from"
                            + " the start of the log",
                    store,
                    partitions.get(0).topic());
        }
        if (isFresh || isBehindTheLog) {
            task.startOver(
                    store,
                    partitions.stream()
                            .mapToLong(partition -> offset(ends, partition) - offset(starts, partition))
                            .sum());
        }
    }

    private static void requireHeld(String store, TopicPartition partition, long position, long endOffset) {
        if (position > endOffset) {
            throw new StoreInvariantException("global store " + store + " is at offset " + position + " of " + partition
                    + ", which was committed up to " + endOffset
                    + " only: the log lost records or is not the one that the"
                    + " store was filled from. Stop the application, delete the directory global in its state directory and"
                    + " start again to fill the store anew, or give back the log that belongs to it");
        }
    }

    private boolean follow(long nowMs) {
        boolean worked = task.isDrained() && read(nowMs);
        worked |= task.step();
        if (task.isDrained()) {
            restoring.taken(taken);
            taken.clear();
            restoring.finish(this::isAtEnd);
            if (restoring.isEmpty() && phase == Phase.RESTORING) {
                phase = Phase.FOLLOWING;
                ready = true;
                task.caughtUp();
            }
        }
        return worked;
    }

    /** A topic may end with markers, or with nothing where they were: the reader's position tells, not a record. */
    private boolean isAtEnd(TopicPartition partition, long endOffset) {
        OptionalLong lag = reader.lag(partition);
        return reader.position(partition) >= endOffset || (lag.isPresent() && lag.getAsLong() == 0);
    }

    private boolean read(long nowMs) {
        try {
            List<FetchedRecords> polled = reader.poll(busy ? Duration.ZERO : Duration.ofMillis(support.pollMs()));
            readFailures.succeeded();
            polled.forEach(fetched -> task.add(store(fetched.partition()), fetched));
            taken.addAll(polled);
            return !polled.isEmpty();
        } catch (OffsetOutOfRangeException e) {
            LOG.warn("global topics are read anew from where the log holds them: {}", e.toString());
            startAgain(nowMs);
            return true;
        } catch (InterruptException e) {
            LOG.debug("the reader of global topics was interrupted", e); // the next turn clears and reports it
        } catch (KafkaException e) {
            cannotRead(e, nowMs);
        }
        return false;
    }

    private String store(TopicPartition partition) {
        String store = storeOf.get(partition);
        if (store == null) {
            throw new IllegalStateException("partition " + partition + " was read, which feeds no global store");
        }
        return store;
    }

    /** Reading is tried again if that may help, or if the program's handler says so; else the application ends. */
    private void cannotRead(KafkaException cause, long nowMs) {
        OptionalLong again = readFailures.readAgainAtMs(cause, nowMs);
        if (again.isPresent()) {
            LOG.warn("global topics are read again in {} ms: {}", again.getAsLong() - nowMs, cause.toString());
            notBeforeMs = again.getAsLong();
            return;
        }
        failed(
                new StreamsException(
                        "global topics " + topicNames() + " cannot be read, category="
                                + support.errors().classifier().classify(cause, TransactionApi.TRANSACTION) + ": "
                                + cause.getMessage(),
                        cause),
                nowMs);
    }

    private String topicNames() {
        return storeOf.keySet().stream()
                .map(TopicPartition::topic)
                .collect(Collectors.toCollection(TreeSet::new))
                .toString();
    }

    private void failed(StreamsException failure, long nowMs) {
        phase = Phase.FAILED;
        try {
            task.rewind();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
        if (support.triesAgain().test(failure)) {
            LOG.warn("global stores try again in {} ms", support.errors().retryBackoffMs(), failure);
            resume(nowMs + support.errors().retryBackoffMs());
        }
    }

    /** Tries again after a failure, not before the given time. */
    public void resume(long notBefore) {
        if (phase == Phase.FAILED) {
            startAgain(notBefore);
        }
    }

    /** Takes back what was written to the stores since the last step, and goes on from the offsets that they have reached. */
    public void takeBack(long nowMs) {
        if (phase != Phase.FAILED) {
            startAgain(nowMs);
        }
    }

    private void startAgain(long notBefore) {
        task.rewind();
        phase = Phase.STARTING;
        notBeforeMs = notBefore;
    }

    /** Returns until when it waits after a failure; a time that has passed if it does not. */
    public long waitsUntilMs() {
        return phase == Phase.FAILED ? Long.MIN_VALUE : notBeforeMs;
    }

    /** Makes the current or next wait of {@link #step} end at once. */
    public void wakeup() {
        reader.wakeup();
    }

    /** Closes the processors and the reader; the stores can still be read. The first failure is thrown when both are closed. */
    @Override
    public void close() {
        restoring.suspend();
        try {
            task.closeProcessors();
        } finally {
            reader.close();
        }
    }
}
