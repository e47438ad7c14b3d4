package io.streamwright.dsl;

import io.streamwright.kstream.Named;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Named}. Immutable. */
final class NamedSettings extends Named {

    NamedSettings(Named named) {
        super(named);
    }

    private NamedSettings(@Nullable String name) {
        super(name);
    }

    /**
     * Returns a name that the program gave elsewhere than in a {@link Named}.
     *
     * @param name null if it gave none
     * @throws io.streamwright.errors.TopologyException if the name can be no part of a topic's name
     */
    static @Nullable String checked(@Nullable String name) {
        return new NamedSettings(name).name();
    }

    /** Returns a given name with a suffix; null if none was given. */
    static @Nullable String suffixed(@Nullable String given, String suffix) {
        return given == null ? null : checked(given + suffix);
    }

    @Nullable
    String name() {
        return name;
    }
}
