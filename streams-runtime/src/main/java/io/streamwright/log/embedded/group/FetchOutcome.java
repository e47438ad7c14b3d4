package io.streamwright.log.embedded.group;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** How a group answered the question for its committed offsets. Immutable. */
public sealed interface FetchOutcome {

    /** Calls the method for the case that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * The committed offsets.
     *
     * @param offsets by partition; those without one are left out
     */
    record Offsets(Map<TopicPartition, OffsetAndMetadata> offsets) implements FetchOutcome {
        public Offsets {
            offsets = Map.copyOf(offsets);
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.offsets(this);
        }
    }

    /**
     * A transaction that is not known to have ended may change some: try again when it has.
     *
     * @param partitions which of those asked for
     */
    record Unstable(Set<TopicPartition> partitions) implements FetchOutcome {
        public Unstable {
            partitions = Set.copyOf(partitions);
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.unstable(this);
        }
    }

    /**
     * One method for each outcome.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R offsets(Offsets outcome);

        R unstable(Unstable outcome);
    }
}
