package io.streamwright.task;

import io.streamwright.AutoOffsetReset;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.store.TaskStore;
import io.streamwright.topology.SubTopology;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * What a task runs, and on which partitions. Immutable.
 *
 * @param subTopology the part of the program
 * @param inputs by input partition, the name of the source node that reads it
 * @param stores the stores of its processors
 * @param restoredThrough by store, the processor that its records go through again when it is restored; others are restored from the
 *     records as they are
 * @param globals the application's global stores
 * @param offsetResets where to begin a partition without a committed offset; the earliest record if it is missing
 */
public record TaskDefinition(
        SubTopology subTopology,
        Map<TopicPartition, String> inputs,
        List<TaskStore> stores,
        Map<String, String> restoredThrough,
        GlobalStores globals,
        Map<TopicPartition, AutoOffsetReset> offsetResets) {
    public TaskDefinition {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        stores = List.copyOf(stores);
        restoredThrough = Map.copyOf(restoredThrough);
        offsetResets = Map.copyOf(offsetResets);
    }

    /** The application's global stores, as tasks read them. Thread-safe. */
    @FunctionalInterface
    public interface GlobalStores {

        /** There are none. */
        GlobalStores NONE = (name, reader) -> Optional.empty();

        /**
         * Returns what one task sees of a store: what is committed when it looks.
         *
         * @param name the store
         * @param reader the task that asks; default serdes come from it
         * @return empty if there is no global store of that name
         */
        Optional<StateStore> readOnly(String name, StateStoreContext reader);
    }
}
