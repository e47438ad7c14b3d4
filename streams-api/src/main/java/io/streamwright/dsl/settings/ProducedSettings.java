package io.streamwright.dsl.settings;

import io.streamwright.kstream.Produced;
import io.streamwright.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Produced}. Immutable. */
public final class ProducedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Produced<K, V> {

    /** Takes over settings. */
    public ProducedSettings(Produced<K, V> produced) {
        super(produced);
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

    /** Returns the partitioner that the program gave; null if none. */
    @Nullable
    public StreamPartitioner<?, ?> partitioner() {
        return partitioner;
    }
}
