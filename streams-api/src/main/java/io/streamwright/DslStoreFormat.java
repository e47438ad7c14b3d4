package io.streamwright;

import java.util.Locale;

/** What stores of the DSL keep beside a value (KIP-1285). */
public enum DslStoreFormat {
    /** Nothing. */
    PLAIN("PLAIN"),

    /** The value's timestamp. */
    TIMESTAMPED("TIMESTAMPED"),

    /** Record headers (KIP-1271), and the value's timestamp; a session has its end in its key. */
    HEADERS("HEADERS");

    /** The format as settings have it. */
    public final String name;

    DslStoreFormat(String name) {
        this.name = name;
    }

    /**
     * Returns the format of a name, in letters of either case.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static DslStoreFormat of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
