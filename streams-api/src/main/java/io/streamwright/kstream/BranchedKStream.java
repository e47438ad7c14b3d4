package io.streamwright.kstream;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stream that is being split. A record takes the first branch whose predicate it satisfies; without any, the default branch, or
 * it is dropped.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface BranchedKStream<K extends @Nullable Object, V extends @Nullable Object> {

    /** Adds a branch that goes into the result, under its number: the first is 1. */
    BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate);

    /**
     * Adds a branch.
     *
     * @param predicate which records take it
     * @param branched its name, and what becomes of it
     * @return this
     */
    BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate, Branched<K, V> branched);

    /** Ends the split with a branch for all other records, under the number 0. */
    Map<String, KStream<K, V>> defaultBranch();

    /**
     * Ends the split with a branch for all other records.
     *
     * @param branched its name, and what becomes of it
     * @return the branches by name: the name of the split, followed by that of the branch or its number
     */
    Map<String, KStream<K, V>> defaultBranch(Branched<K, V> branched);

    /** Ends the split and drops all other records. Returns the branches by name. */
    Map<String, KStream<K, V>> noDefaultBranch();
}
