package io.streamwright.dsl.operator.foreignkey;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.StreamPartitioner;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** How subscriptions and answers find the partitions of the rows that they are for. Thread-safe: holds nothing. */
public final class TopicPartitioners {

    private TopicPartitioners() {}

    /**
     * Returns the partitioner of subscriptions.
     *
     * @param given how the right table's topic is partitioned; null: by the hash of the serialized key
     */
    public static <KO extends @Nullable Object> @Nullable StreamPartitioner<KO, Subscription> ofSubscriptions(
            @Nullable StreamPartitioner<KO, Void> given) {
        return given == null ? null : new ByKey<>(given);
    }

    /**
     * Returns the partitioner of answers.
     *
     * @param given how the left table's topic is partitioned; null: to where the subscription came from
     */
    public static <K extends @Nullable Object> StreamPartitioner<K, Answer<?>> ofAnswers(
            @Nullable StreamPartitioner<K, Void> given) {
        return given == null ? (topic, key, answer, count) -> origin(answer) : new ByKey<>(given);
    }

    private static Optional<Set<Integer>> origin(Answer<?> answer) {
        return Optional.ofNullable(answer.partition()).map(Set::of);
    }

    /** Asks the program's partitioner, for keys alone. Thread-safe: if the program's is, as it has to be. */
    private record ByKey<K extends @Nullable Object, V extends @Nullable Object>(StreamPartitioner<K, Void> given)
            implements StreamPartitioner<K, V> {

        @Override
        @SuppressWarnings("NullAway") // the partitioner is told that it gets no value
        public Optional<Set<Integer>> partitions(String topic, K key, V value, int numPartitions) {
            return single(topic, key, given.partitions(topic, key, null, numPartitions));
        }

        @Override
        @SuppressWarnings("NullAway") // as above
        public Optional<Set<Integer>> partitions(String topic, K key, V value, Headers headers, int numPartitions) {
            return single(topic, key, given.partitions(topic, key, null, headers, numPartitions));
        }

        /** A row is in one partition; what is for it, too. */
        private Optional<Set<Integer>> single(String topic, K key, Optional<Set<Integer>> chosen) {
            if (chosen.isPresent() && chosen.get().size() != 1) {
                throw new StreamsException("the partitioner of a foreign-key join, "
                        + given.getClass().getName() + ", returned the partitions " + chosen.get() + " of topic "
                        + topic + " for key " + key + ": it has to return exactly one, that of the key's row");
            }
            return chosen;
        }
    }
}
