package io.streamwright.dsl;

import io.streamwright.dsl.plan.Consumption;
import io.streamwright.dsl.plan.SerdePair;
import io.streamwright.kstream.Consumed;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Consumed}. Immutable. */
final class ConsumedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Consumed<K, V> {

    ConsumedSettings(Consumed<K, V> consumed) {
        super(consumed);
    }

    @Nullable
    String name() {
        return NamedSettings.checked(processorName);
    }

    SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    Consumption consumption(SerdePair<K, V> serdes) {
        return new Consumption(serdes, timestampExtractor, resetPolicy);
    }
}
