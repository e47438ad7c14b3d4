package io.streamwright.dsl.rewrite;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/** What the program may ask for with {@code topology.optimization}. */
public enum Optimization {
    /** A table is restored from the topic it is read from. */
    REUSE_SOURCE_TOPICS("reuse.ktable.source.topics"),
    /** One repartition topic serves all operators below a change of keys. */
    MERGE_REPARTITIONS("merge.repartition.topics"),
    /** A join of a stream with itself keeps one store; without effect as long as no streams are joined. */
    SINGLE_STORE_SELF_JOIN("single.store.self.join");

    /** The name of the setting. */
    public static final String SETTING = "topology.optimization";

    private static final String ALL = "all";
    private static final String NONE = "none";

    private final String word;

    Optimization(String word) {
        this.word = word;
    }

    /**
     * Returns what a value of the setting asks for.
     *
     * @param value {@code all}, {@code none}, or names of single optimizations, separated by commas
     * @throws ConfigException if it is none of these
     */
    public static Set<Optimization> parse(String value) {
        List<String> words =
                Arrays.stream(value.split(",", -1)).map(String::trim).toList();
        if (words.equals(List.of(NONE))) {
            return EnumSet.noneOf(Optimization.class);
        }
        if (words.equals(List.of(ALL))) {
            return EnumSet.allOf(Optimization.class);
        }
        Set<Optimization> result = EnumSet.noneOf(Optimization.class);
        for (String word : words) {
            result.add(single(value, word));
        }
        return result;
    }

    private static Optimization single(String value, String word) {
        return Arrays.stream(values())
                .filter(candidate -> candidate.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new ConfigException(
                        SETTING,
                        value,
                        "use " + ALL + ", " + NONE + ", or a list of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(values())
                                                .map(candidate -> candidate.word)
                                                .toList())));
    }
}
