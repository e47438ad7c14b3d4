package io.streamwright.topology;

import io.streamwright.state.DefaultedStoreBuilder;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.StoreBuilder;
import java.util.Optional;
import java.util.Set;

/**
 * A store that processors of one sub-topology share, or a global one. Immutable.
 *
 * @param builder makes the store
 * @param processors the names of the processors that may use it
 * @param sourceAsChangelog the source topic that serves as the store's changelog, if the rewriting found one; such a store
 *     writes no changelog of its own
 * @param restoredThrough the processor that the records of that topic go through when the store is restored, as they did when they
 *     first came; empty if the store is restored from the records as they are
 */
public record StoreNode(
        StoreBuilder<?> builder,
        Set<String> processors,
        Optional<TopicRef> sourceAsChangelog,
        Optional<String> restoredThrough) {
    public StoreNode {
        processors = Set.copyOf(processors);
    }

    /** Returns the same, with a store as settings ask for it if the program left that open. */
    StoreNode of(DslStoreSuppliers kind, boolean headers) {
        return builder instanceof DefaultedStoreBuilder open
                ? new StoreNode(open.as(kind, headers), processors, sourceAsChangelog, restoredThrough)
                : this;
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
