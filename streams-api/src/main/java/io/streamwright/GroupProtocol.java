package io.streamwright;

import java.util.Locale;

/** How the instances of an application share its tasks, as {@code group.protocol} has it (KIP-1071). */
public enum GroupProtocol {
    /** An instance that leads the group gives the tasks out. */
    CLASSIC("CLASSIC"),

    /** The brokers give the tasks out. */
    STREAMS("STREAMS");

    /** The protocol's name, in upper case. */
    public final String name;

    GroupProtocol(String name) {
        this.name = name;
    }

    /**
     * Returns the protocol of a name, in upper or lower case.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static GroupProtocol of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
