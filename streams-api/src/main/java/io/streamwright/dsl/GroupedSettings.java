package io.streamwright.dsl;

import io.streamwright.dsl.plan.SerdePair;
import io.streamwright.kstream.Grouped;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Grouped}. Immutable. */
final class GroupedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Grouped<K, V> {

    GroupedSettings(Grouped<K, V> grouped) {
        super(grouped);
    }

    @Nullable
    String name() {
        return NamedSettings.checked(name);
    }

    SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }
}
