package io.streamwright.store;

import io.streamwright.state.StoreBuilder;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * A store that a task is to have. Immutable.
 *
 * @param builder says what the store is like
 * @param changelog partition that it is restored from; empty if logging is off
 * @param writesChangelog whether its changes go to the changelog; false if that is a source topic of the task, which holds them
 *     already
 */
public record TaskStore(StoreBuilder<?> builder, Optional<TopicPartition> changelog, boolean writesChangelog) {
    public TaskStore {
        if (writesChangelog && changelog.isEmpty()) {
            throw new IllegalArgumentException("store " + builder.name() + " has no changelog to write to");
        }
    }

    /** Returns the store's name. */
    public String name() {
        return builder.name();
    }
}
