package io.streamwright.dsl.settings;

import io.streamwright.kstream.Consumed;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Consumed}. Immutable. */
public final class ConsumedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Consumed<K, V> {

    /** Takes over settings. */
    public ConsumedSettings(Consumed<K, V> consumed) {
        super(consumed);
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return NamedSettings.checked(processorName);
    }

    /** Returns the serdes that the program gave. */
    public SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    /** Returns how the topic is read with the serdes that are known. */
    public Consumption consumption(SerdePair<K, V> serdes) {
        return new Consumption(serdes, timestampExtractor, resetPolicy);
    }
}
