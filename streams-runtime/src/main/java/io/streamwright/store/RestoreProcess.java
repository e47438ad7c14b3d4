package io.streamwright.store;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.ReaderOptions;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.store.view.Catchup;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the stores of one task to the end of their changelogs.
 *
 * <p>The end is the read-committed one at the start, which must come after the task was fenced: then nobody writes to a changelog
 * meanwhile. A source topic that serves as a changelog is read up to the offset that the application has committed there, as the
 * records behind it are still to be processed.
 *
 * <p>A store's position moves with its records in one step, so a process that is closed or killed goes on where it was.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class RestoreProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RestoreProcess.class);

    private final LogClient log;
    private final TaskStores stores;
    private final RestoreProgress listener;
    private final LogReader reader;
    /** Stores that are not complete yet, by changelog. */
    private final Map<TopicPartition, Restoring> restoring = new LinkedHashMap<>();

    private RestoreProcess(LogClient log, TaskStores stores, RestoreProgress listener, LogReader reader) {
        this.log = log;
        this.stores = stores;
        this.listener = listener;
        this.reader = reader;
    }

    /**
     * Looks up what is missing; reads nothing yet.
     *
     * @param log where the changelogs are
     * @param stores without an open transaction
     * @param listener told of the progress
     * @throws StoreInvariantException if a store is ahead of its changelog; nothing was changed
     */
    public static RestoreProcess start(LogClient log, TaskStores stores, RestoreProgress listener) {
        LogReader reader = log.openReader(ReaderOptions.DEFAULT.with(ReaderOptions.Purpose.RESTORE));
        try {
            RestoreProcess process = new RestoreProcess(log, stores, listener, reader);
            process.plan();
            return process;
        } catch (RuntimeException | Error e) {
            reader.close();
            throw e;
        }
    }

    private void plan() {
        Map<TopicPartition, TaskStore> logged = new LinkedHashMap<>();
        for (TaskStore store : stores.logged()) {
            TaskStore other = logged.put(store.changelog().orElseThrow(), store);
            if (other != null) {
                throw new IllegalStateException(
                        "stores " + other.name() + " and " + store.name() + " of task " + stores.taskId()
                                + " have one changelog: " + store.changelog().get());
            }
        }
        if (logged.isEmpty()) {
            stores.view().caughtUp();
            return;
        }
        Map<TopicPartition, Long> ends = ends(logged);
        Map<TopicPartition, Long> starts = log.topics().startOffsets(logged.keySet());
        logged.forEach((changelog, store) ->
                plan(changelog, store.name(), offset(starts, changelog), offset(ends, changelog)));
        reader.assign(restoring.keySet());
        restoring.forEach((changelog, store) -> reader.seek(changelog, stores.position(store.name)));
        if (restoring.isEmpty()) {
            stores.view().caughtUp();
        }
    }

    private Map<TopicPartition, Long> ends(Map<TopicPartition, TaskStore> logged) {
        Map<TopicPartition, Long> ends = new HashMap<>(log.topics().stableOffsets(logged.keySet()));
        List<TopicPartition> sources = logged.values().stream()
                .filter(store -> !store.writesChangelog())
                .map(store -> store.changelog().orElseThrow())
                .toList();
        if (!sources.isEmpty()) {
            Map<TopicPartition, OffsetAndMetadata> committed =
                    log.topics().committedOffsets(stores.applicationId(), sources);
            for (TopicPartition source : sources) {
                OffsetAndMetadata consumed = committed.get(source);
                ends.merge(source, consumed == null ? 0L : consumed.offset(), Math::min);
            }
        }
        return ends;
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition changelog) {
        Long offset = offsets.get(changelog);
        if (offset == null) {
            throw new IllegalStateException("the log gave no offset of changelog " + changelog);
        }
        return offset;
    }

    private void plan(TopicPartition changelog, String store, long startOffset, long endOffset) {
        long position = stores.position(store);
        if (position > endOffset) {
            throw new StoreInvariantException("store " + store + " of task " + stores.taskId() + " in "
                    + stores.directory() + " is at offset " + position + " of changelog " + changelog
                    + ", which was committed up to " + endOffset
                    + " only: the log lost records or is not the one that the "
                    + "store was written with. Stop the application, delete the directory and start again to restore the "
                    + "store from the changelog, or give back the log that belongs to it");
        }
        if (position < startOffset && position < endOffset) {
            startOver(changelog, store, Math.min(startOffset, endOffset));
            position = stores.position(store);
        }
        if (position < endOffset) {
            restoring.put(changelog, new Restoring(store, endOffset));
            stores.view().restoring(store, new Catchup(position, endOffset));
            listener.started(store, changelog, position, endOffset);
        }
    }

    /** Goes to the changelog's first record; what the store held before cannot be brought up to date, and is dropped. */
    private void startOver(TopicPartition changelog, String store, long startOffset) {
        long position = stores.position(store);
        if (position > 0) {
            LOG.warn(
                    "task={} store={} changelog={} position={} logStart={}: the log no longer holds what the store misses, "
                            + "the store is emptied and restored from the start of the log",
                    stores.taskId(),
                    store,
                    changelog,
                    position,
                    startOffset);
            stores.reset(store);
        }
        stores.restore(store, List.of(), startOffset);
    }

    /**
     * Restores what one poll returns.
     *
     * @param maxWait how long to wait for records
     * @return whether all stores are complete
     */
    public boolean step(Duration maxWait) {
        if (restoring.isEmpty()) {
            return true;
        }
        try {
            for (FetchedRecords fetched : reader.poll(maxWait)) {
                restore(fetched);
            }
        } catch (OffsetOutOfRangeException e) {
            followLogStart(e);
        }
        finishComplete();
        return restoring.isEmpty();
    }

    private void restore(FetchedRecords fetched) {
        Restoring store = restoring.get(fetched.partition());
        if (store == null) {
            return;
        }
        List<LogRecord> records = store.inside(fetched.records());
        long nextOffset = Math.min(fetched.nextOffset(), store.endOffset);
        if (nextOffset > stores.position(store.name)) {
            restore(store, fetched.partition(), records, nextOffset);
            store.records += records.size();
            stores.view().restoring(store.name, new Catchup(nextOffset, store.endOffset));
            listener.restored(store.name, fetched.partition(), nextOffset, records.size());
        }
    }

    private void restore(Restoring store, TopicPartition changelog, List<LogRecord> records, long nextOffset) {
        try {
            stores.restore(store.name, records, nextOffset);
        } catch (RuntimeException e) {
            reader.seek(changelog, stores.position(store.name)); // the next step takes them again
            throw e;
        }
    }

    /** Records were cut off at the log's start while they were being read. */
    private void followLogStart(OffsetOutOfRangeException cause) {
        Map<TopicPartition, Long> starts = log.topics().startOffsets(restoring.keySet());
        boolean moved = false;
        for (Map.Entry<TopicPartition, Restoring> entry : restoring.entrySet()) {
            TopicPartition changelog = entry.getKey();
            long startOffset = offset(starts, changelog);
            if (stores.position(entry.getValue().name) < startOffset) {
                startOver(changelog, entry.getValue().name, startOffset);
                reader.seek(changelog, startOffset);
                moved = true;
            }
        }
        if (!moved) {
            throw cause;
        }
    }

    private void finishComplete() {
        List<TopicPartition> complete =
                restoring.keySet().stream().filter(this::isComplete).toList();
        if (complete.isEmpty()) {
            return;
        }
        for (TopicPartition changelog : complete) {
            Restoring store = restoring.remove(changelog);
            if (store != null) {
                stores.view().restored(store.name);
                listener.finished(store.name, changelog, store.records);
            }
        }
        reader.assign(Set.copyOf(restoring.keySet()));
        if (restoring.isEmpty()) {
            stores.view().caughtUp();
        }
    }

    /** A changelog may end with markers, or with nothing where they were: the reader's position tells, not a record. */
    private boolean isComplete(TopicPartition changelog) {
        Restoring store = restoring.get(changelog);
        if (store == null) {
            return true;
        }
        OptionalLong lag = reader.lag(changelog);
        if (reader.position(changelog) < store.endOffset && (lag.isEmpty() || lag.getAsLong() > 0)) {
            return false;
        }
        if (stores.position(store.name) < store.endOffset) {
            stores.restore(store.name, List.of(), store.endOffset);
            listener.restored(store.name, changelog, store.endOffset, 0);
        }
        return true;
    }

    /** Ends; stores that are not complete keep what they have and the position that belongs to it. */
    @Override
    public void close() {
        restoring.forEach((changelog, store) -> listener.suspended(store.name, changelog, store.records));
        restoring.clear();
        reader.close();
    }

    /** A store that is not complete. Owner: the process. */
    private static final class Restoring {
        private final String name;
        private final long endOffset;
        private long records;

        Restoring(String name, long endOffset) {
            this.name = name;
            this.endOffset = endOffset;
        }

        /** Returns the records before the end. */
        List<LogRecord> inside(List<LogRecord> fetched) {
            int size = fetched.size();
            while (size > 0 && fetched.get(size - 1).offset() >= endOffset) {
                size--;
            }
            return fetched.subList(0, size);
        }
    }
}
