package io.streamwright.store.view;

import io.streamwright.processor.StateStore;
import io.streamwright.store.committed.CommittedStore;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;

/**
 * A store of a task that may be asked. Immutable.
 *
 * @param name its name
 * @param changelog where it is restored from; empty if logging is off
 * @param committed its committed entries
 * @param typed puts a store of its kind, with its serdes, over some entries; called by any thread
 */
public record ViewedStore(
        String name,
        Optional<TopicPartition> changelog,
        CommittedStore committed,
        Function<StoreBytes, StateStore> typed) {}
