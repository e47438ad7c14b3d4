package io.streamwright.dsl;

import io.streamwright.dsl.plan.SerdePair;
import io.streamwright.kstream.Produced;
import io.streamwright.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Produced}. Immutable. */
final class ProducedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Produced<K, V> {

    ProducedSettings(Produced<K, V> produced) {
        super(produced);
    }

    @Nullable
    String name() {
        return NamedSettings.checked(processorName);
    }

    SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    @Nullable
    StreamPartitioner<?, ?> partitioner() {
        return partitioner;
    }
}
