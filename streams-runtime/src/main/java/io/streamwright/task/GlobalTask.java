package io.streamwright.task;

import io.streamwright.errors.StreamsException;
import io.streamwright.log.FetchedRecords;
import io.streamwright.loop.Owner;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.SpecifiedStoreBuilder;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.store.TaskStore;
import io.streamwright.store.TaskStores;
import io.streamwright.store.TaskStoresOptions;
import io.streamwright.store.view.Catchup;
import io.streamwright.store.view.TaskView;
import io.streamwright.task.fault.FaultCounts;
import io.streamwright.task.fault.RecordFault;
import io.streamwright.topology.CallSite;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopologyNode;
import io.streamwright.transaction.TransactionCounters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Keeps the application's global stores: takes the records of their topics through the processors that keep them.
 *
 * <p>Nothing is written to the log, so there is no transaction of the log. Still all or nothing holds: what a step makes of records and
 * the offsets that it reached become the committed content in one write, so that a process that is killed goes on where it was. Offsets
 * lie in a store of their own beside the others, one for each place where stores are kept: those on the heap go when their content goes.
 *
 * <p>Owner: the loop that reads global topics. {@link #readOnly} alone may be called by any thread.
 */
public final class GlobalTask implements TaskDefinition.GlobalStores, AutoCloseable {
    /** No store of a program is named so: a store's name is that of a topic in part, which has no spaces. */
    private static final String POSITIONS = "offsets of global topics ";

    private static final int RECORDS_PER_STEP = 1_000;
    private static final long MAX_STEP_MS = 20;

    private final Owner owner = new Owner("global stores");
    private final TaskContext context;
    private final Map<String, StoreFeed> feeds = new LinkedHashMap<>();
    private final Map<String, KeyValueStore<String, Long>> positions = new HashMap<>();

    /**
     * Opens the stores; processors are made when the first records come.
     *
     * @param parts each with the source and the processor that keep one store
     * @param builders of all stores, by name
     * @param environment of the application; its task id is {@link TaskEnvironment#GLOBAL}
     * @param settings handlers and the default timestamp extractor
     */
    public GlobalTask(
            List<SubTopology> parts,
            Map<String, StoreBuilder<?>> builders,
            TaskEnvironment environment,
            TaskSettings settings) {
        Map<String, StoreLocation> locations = new LinkedHashMap<>();
        parts.forEach(part -> locations.put(storeOf(part), location(required(builders, storeOf(part)))));
        this.context = new TaskContext(
                environment,
                whole(parts),
                this,
                cursor -> TaskStores.open(new TaskStoresOptions(
                        environment.taskId(),
                        environment.stateDirectory().toPath(),
                        stores(locations, builders),
                        cursor,
                        new StoreContext(environment, cursor),
                        0))); // what one loop writes is read by others, past any cache
        try {
            for (SubTopology part : parts) {
                String store = storeOf(part);
                feeds.put(store, new StoreFeed(part, context, settings.handlers(), settings.defaultExtractor()));
                positions.put(store, positionsIn(required(locations, store)));
            }
        } catch (RuntimeException | Error e) {
            context.stores().close();
            throw e;
        }
    }

    /** Returns all parts as one, which knows all nodes. */
    private static SubTopology whole(List<SubTopology> parts) {
        List<TopologyNode> nodes = new ArrayList<>();
        Set<String> stores = new HashSet<>();
        Map<String, CallSite> callSites = new HashMap<>();
        for (SubTopology part : parts) {
            nodes.addAll(part.nodes());
            stores.addAll(part.stores());
            callSites.putAll(part.callSites());
        }
        return new SubTopology(TaskEnvironment.GLOBAL.subtopology(), nodes, stores, callSites);
    }

    private static String storeOf(SubTopology part) {
        return part.stores().iterator().next();
    }

    /** A store that the program brought cannot take offsets in the same write: they are kept on the heap, and it is filled anew. */
    private static StoreLocation location(StoreBuilder<?> builder) {
        return builder instanceof SpecifiedStoreBuilder<?> specified
                ? specified.spec().location().orElse(StoreLocation.IN_MEMORY)
                : StoreLocation.IN_MEMORY;
    }

    private static List<TaskStore> stores(Map<String, StoreLocation> locations, Map<String, StoreBuilder<?>> builders) {
        List<TaskStore> stores = new ArrayList<>();
        locations.keySet().forEach(name -> stores.add(unlogged(required(builders, name))));
        locations.values().stream()
                .distinct()
                .forEach(location -> stores.add(unlogged(Stores.keyValueStoreBuilder(
                        location == StoreLocation.PERSISTENT
                                ? Stores.persistentKeyValueStore(POSITIONS + location)
                                : Stores.inMemoryKeyValueStore(POSITIONS + location),
                        Serdes.String(),
                        Serdes.Long()))));
        return stores;
    }

    private static TaskStore unlogged(StoreBuilder<?> builder) {
        return new TaskStore(builder, Optional.empty(), false);
    }

    @SuppressWarnings("unchecked") // made so above
    private KeyValueStore<String, Long> positionsIn(StoreLocation location) {
        return (KeyValueStore<String, Long>) context.store(POSITIONS + location);
    }

    @Override
    public Optional<StateStore> readOnly(String name, StateStoreContext reader) {
        return feeds.containsKey(name) ? Optional.of(context.stores().readOnly(name, reader)) : Optional.empty();
    }

    /** Returns the stores as the processors that keep them use them, by name. */
    public Map<String, StateStore> stores() {
        Map<String, StateStore> stores = new LinkedHashMap<>();
        feeds.keySet().forEach(name -> stores.put(name, context.store(name)));
        return stores;
    }

    /** Returns the offset of a topic's partition that a store has reached; empty if it has read nothing of it. */
    public OptionalLong position(String store, TopicPartition partition) {
        owner.check();
        Long position = positions(store).get(key(store, partition));
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    private static String key(String store, TopicPartition partition) {
        return store + " " + partition;
    }

    /**
     * Empties a store and forgets how far it was.
     *
     * @param missingOffsets how many it then misses
     */
    public void startOver(String store, long missingOffsets) {
        owner.check();
        view().restoring(store, new Catchup(0, missingOffsets));
        KeyValueStore<String, Long> offsets = positions(store);
        List<String> known = new ArrayList<>();
        try (KeyValueIterator<String, Long> all =
                offsets.prefixScan(store + " ", Serdes.String().serializer())) {
            all.forEachRemaining(entry -> known.add(entry.key));
        }
        // First the offsets: a store without any is emptied again, should the process end in between.
        known.forEach(offsets::delete);
        write();
        context.stores().reset(store);
    }

    /** Goes on with a partition at an offset. */
    public void seek(String store, TopicPartition partition, long offset) {
        owner.check();
        feed(store).seek(partition, offset);
    }

    /** Takes over what was read for a store. */
    public void add(String store, FetchedRecords fetched) {
        owner.check();
        feed(store).add(fetched);
    }

    private StoreFeed feed(String store) {
        return required(feeds, store);
    }

    private KeyValueStore<String, Long> positions(String store) {
        return required(positions, store);
    }

    private static <T> T required(Map<String, T> byStore, String store) {
        return Objects.requireNonNull(byStore.get(store), () -> "no global store " + store);
    }

    /** Returns whether nothing waits that was read. */
    public boolean isDrained() {
        return feeds.values().stream().allMatch(StoreFeed::isDrained);
    }

    /**
     * Does a bounded amount of work, and makes it the committed content. Returns whether there was any.
     *
     * @throws StreamsException if a record fails; all since the last step that succeeded is taken back, and every partition is to be
     *     sought again
     */
    public boolean step() {
        owner.check();
        boolean worked = false;
        for (Map.Entry<String, StoreFeed> feed : feeds.entrySet()) {
            try {
                long endMs = context.environment().monotonicMs() + MAX_STEP_MS;
                worked |= feed.getValue().process(RECORDS_PER_STEP, endMs) > 0;
            } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
                StreamsException failure = failure(feed.getKey(), e);
                rewindAfter(failure);
                throw failure;
            }
        }
        feeds.forEach((store, feed) -> feed.positions().forEach((partition, offset) -> note(store, partition, offset)));
        return write() || worked;
    }

    private void note(String store, TopicPartition partition, long offset) {
        String key = key(store, partition);
        KeyValueStore<String, Long> offsets = positions(store);
        if (!Long.valueOf(offset).equals(offsets.get(key))) {
            offsets.put(key, offset);
        }
    }

    /** Makes what was written since the last call the committed content, in one write; returns whether there was anything. */
    private boolean write() {
        if (!context.stores().hasChanges()) {
            return false;
        }
        context.stores().writeChanges((changelog, timestamp, key, value, headers) -> {
            throw new IllegalStateException("a global store has no changelog, and was to write to " + changelog);
        });
        context.stores().seal();
        context.stores().commit(consumed(), Map.of());
        return true;
    }

    /** Returns the offset before which everything has taken effect, by partition. */
    private Map<TopicPartition, Long> consumed() {
        Map<TopicPartition, Long> consumed = new HashMap<>();
        feeds.values().forEach(feed -> consumed.putAll(feed.positions()));
        return consumed;
    }

    private StreamsException failure(String store, Throwable error) {
        String where = error instanceof RecordFault fault ? fault.where() : context.whereabouts();
        Throwable cause = error instanceof RecordFault && error.getCause() != null ? error.getCause() : error;
        String what = error instanceof RecordFault ? error.getMessage() : error.toString();
        return new StreamsException(
                "global store " + store + " failed" + (where.isEmpty() ? "" : " at " + where) + ": " + what, cause);
    }

    private void rewindAfter(StreamsException failure) {
        try {
            rewind();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Returns the committed content, for other threads. */
    public TaskView view() {
        return context.stores().view();
    }

    /** All stores are complete: they answer questions from now on. */
    public void caughtUp() {
        view().catchUpTo(consumed());
        view().caughtUp();
    }

    /** Takes back what is not committed, and closes the processors; every partition is to be sought again. */
    public void rewind() {
        owner.check();
        context.stores().rollback();
        closeProcessors();
    }

    /** Closes the processors; the first failure is thrown when all are closed. The stores can still be read. */
    public void closeProcessors() {
        RuntimeException failure = null;
        for (StoreFeed feed : feeds.values()) {
            try {
                feed.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Returns how it stands, for other threads.
     *
     * @param state what it is doing
     */
    public TaskStatus status(String state) {
        long records = 0;
        FaultCounts faults = FaultCounts.NONE;
        for (StoreFeed feed : feeds.values()) {
            records += feed.records();
            faults = faults.plus(feed.faults().counts());
        }
        boolean settled = isDrained() && !context.stores().hasChanges();
        return new TaskStatus(state, records, context.dropped(), faults, TransactionCounters.NONE, consumed(), settled);
    }

    /** Closes the stores. Nobody may be reading them any more: the threads that did have ended. */
    @Override
    public void close() {
        context.stores().close();
    }
}
