package io.streamwright.dsl.rewrite;

import io.streamwright.StreamsConfig;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What the program may ask for with {@link StreamsConfig#TOPOLOGY_OPTIMIZATION_CONFIG}. */
public enum Optimization {
    /** A table is restored from the topic it is read from. */
    REUSE_SOURCE_TOPICS(StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS),
    /** One repartition topic serves all operators below a change of keys. */
    MERGE_REPARTITIONS(StreamsConfig.MERGE_REPARTITION_TOPICS),
    /** A join of a stream with itself keeps one store. */
    SINGLE_STORE_SELF_JOIN(StreamsConfig.SINGLE_STORE_SELF_JOIN);

    private final String word;

    Optimization(String word) {
        this.word = word;
    }

    /** Returns the optimizations of these names, as the setting has them. */
    public static Set<Optimization> named(Set<String> words) {
        return Arrays.stream(values())
                .filter(optimization -> words.contains(optimization.word))
                .collect(Collectors.toUnmodifiableSet());
    }
}
