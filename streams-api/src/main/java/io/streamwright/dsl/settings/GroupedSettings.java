package io.streamwright.dsl.settings;

import io.streamwright.kstream.Grouped;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Grouped}. Immutable. */
public final class GroupedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Grouped<K, V> {

    /** Takes over settings. */
    public GroupedSettings(Grouped<K, V> grouped) {
        super(grouped);
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return NamedSettings.checked(name);
    }

    /** Returns the serdes that the program gave. */
    public SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }
}
