package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a branch of a {@linkplain KStream#split() split} stream. Immutable.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class Branched<K extends @Nullable Object, V extends @Nullable Object>
        implements NamedOperation<Branched<K, V>> {

    /** Appended to the split's name; null: the branch's number. */
    protected final @Nullable String name;

    /** Makes of the branch what goes into the result. */
    protected final @Nullable Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chainFunction;

    /** Takes the branch, which is left out of the result then. */
    protected final @Nullable Consumer<? super KStream<K, V>> chainConsumer;

    /**
     * Sets everything.
     *
     * @param name null: the branch's number
     * @param chainFunction null: none
     * @param chainConsumer null: none; left aside if there is a function
     */
    protected Branched(
            @Nullable String name,
            @Nullable Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chainFunction,
            @Nullable Consumer<? super KStream<K, V>> chainConsumer) {
        this.name = name;
        this.chainFunction = chainFunction;
        this.chainConsumer = chainConsumer;
    }

    /** Copies settings. */
    protected Branched(Branched<K, V> branched) {
        this(branched.name, branched.chainFunction, branched.chainConsumer);
    }

    /** Names a branch, which goes into the result as it is. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> as(String name) {
        return new Branched<>(requireNonNull(name, "name"), null, null);
    }

    /** Puts into the result what the function makes of the branch; nothing, if it returns null. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withFunction(
            Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chain) {
        return new Branched<>(null, requireNonNull(chain, "chain function"), null);
    }

    /** Gives the branch to the consumer and puts nothing into the result. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withConsumer(
            Consumer<KStream<K, V>> chain) {
        return new Branched<>(null, null, requireNonNull(chain, "chain consumer"));
    }

    /** Names a branch, and puts into the result what the function makes of it; nothing, if it returns null. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withFunction(
            Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chain, @Nullable String name) {
        return new Branched<>(name, requireNonNull(chain, "chain function"), null);
    }

    /** Names a branch, gives it to the consumer and puts nothing into the result. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withConsumer(
            Consumer<? super KStream<K, V>> chain, @Nullable String name) {
        return new Branched<>(name, null, requireNonNull(chain, "chain consumer"));
    }

    /** Returns the same under a name. */
    @Override
    public Branched<K, V> withName(String name) {
        return new Branched<>(requireNonNull(name, "name"), chainFunction, chainConsumer);
    }
}
