package io.streamwright;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code topology.optimization}. Immutable. */
final class Optimizations {
    private Optimizations() {}

    private static final List<String> EACH = List.of(
            StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS,
            StreamsConfig.MERGE_REPARTITION_TOPICS,
            StreamsConfig.SINGLE_STORE_SELF_JOIN);

    static final String ALLOWED = StreamsConfig.NO_OPTIMIZATION + ", " + StreamsConfig.OPTIMIZE + ", or one or more of "
            + String.join(", ", EACH) + " with commas between them";

    /** Returns what is wrong with the text, in words that continue "it "; null if nothing is. */
    static @Nullable String problem(String text) {
        List<String> words = words(text);
        if (words.size() > 1
                && (words.contains(StreamsConfig.OPTIMIZE) || words.contains(StreamsConfig.NO_OPTIMIZATION))) {
            return "mixes " + StreamsConfig.OPTIMIZE + " or " + StreamsConfig.NO_OPTIMIZATION + " with others";
        }
        return words.stream()
                .filter(word -> !EACH.contains(word)
                        && !word.equals(StreamsConfig.OPTIMIZE)
                        && !word.equals(StreamsConfig.NO_OPTIMIZATION))
                .findFirst()
                .map(word -> "has the unknown word '" + word + "'")
                .orElse(null);
    }

    /** Returns the names of the optimizations that a right text allows. */
    static Set<String> read(String text) {
        List<String> words = words(text);
        if (words.contains(StreamsConfig.OPTIMIZE)) {
            return Set.copyOf(EACH);
        }
        return words.contains(StreamsConfig.NO_OPTIMIZATION) ? Set.of() : Set.copyOf(words);
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(",", 0)).map(String::strip).toList();
    }
}
