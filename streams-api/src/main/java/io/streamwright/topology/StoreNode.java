package io.streamwright.topology;

import io.streamwright.state.StoreBuilder;
import java.util.Optional;
import java.util.Set;

/**
 * A store that processors of one sub-topology share. Immutable.
 *
 * @param builder makes the store
 * @param processors the names of the processors that may use it
 * @param sourceAsChangelog the source topic that serves as the store's changelog, if the rewriting found one; such a store
 *     writes no changelog of its own
 */
public record StoreNode(StoreBuilder<?> builder, Set<String> processors, Optional<TopicRef> sourceAsChangelog) {
    public StoreNode {
        processors = Set.copyOf(processors);
    }

    /** Returns the store's name. */
    public String name() {
        return builder.name();
    }

    /** Returns the topic that the store is restored from; empty if the program switched logging off. */
    public Optional<TopicRef> changelog() {
        if (sourceAsChangelog.isPresent()) {
            return sourceAsChangelog;
        }
        return builder.loggingEnabled() ? Optional.of(TopicRef.internal(name() + "-changelog")) : Optional.empty();
    }
}
