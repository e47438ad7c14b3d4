package io.streamwright.dsl.settings;

import io.streamwright.kstream.Named;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Named}. Immutable. */
public final class NamedSettings extends Named {

    /** Takes over settings. */
    public NamedSettings(Named named) {
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
    public static @Nullable String checked(@Nullable String name) {
        return new NamedSettings(name).name();
    }

    /** Returns a given name with a suffix; null if none was given. */
    public static @Nullable String suffixed(@Nullable String given, String suffix) {
        return given == null ? null : checked(given + suffix);
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return name;
    }
}
