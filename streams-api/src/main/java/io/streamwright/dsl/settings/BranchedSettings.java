package io.streamwright.dsl.settings;

import io.streamwright.kstream.Branched;
import io.streamwright.kstream.KStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Branched}. Immutable. */
public final class BranchedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Branched<K, V> {

    /** Takes over settings. */
    public BranchedSettings(Branched<K, V> branched) {
        super(branched);
    }

    /** For a branch without settings. */
    public static <K extends @Nullable Object, V extends @Nullable Object> BranchedSettings<K, V> none() {
        return new BranchedSettings<>(new Nothing<>());
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return name;
    }

    /** Hands the branch over. Returns what goes into the result of the split. */
    public Optional<KStream<K, V>> handOver(KStream<K, V> branch) {
        if (chainFunction != null) {
            return Optional.ofNullable(chainFunction.apply(branch));
        }
        if (chainConsumer != null) {
            chainConsumer.accept(branch);
            return Optional.empty();
        }
        return Optional.of(branch);
    }

    private static final class Nothing<K extends @Nullable Object, V extends @Nullable Object> extends Branched<K, V> {
        Nothing() {
            super(null, null, null);
        }
    }
}
