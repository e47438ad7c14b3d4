package io.streamwright.state;

import io.streamwright.DslStoreFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a table needs of the key-value store it is kept in. Immutable. */
public class DslKeyValueParams {

    private final String name;
    private final DslStoreFormat dslStoreFormat;

    /**
     * Says what is needed.
     *
     * @param name the store's name
     * @param isTimestamped whether values are kept with their timestamps
     */
    public DslKeyValueParams(String name, boolean isTimestamped) {
        this(name, isTimestamped ? DslStoreFormat.TIMESTAMPED : DslStoreFormat.PLAIN);
    }

    /**
     * Says what is needed (KIP-1285).
     *
     * @param name the store's name
     * @param dslStoreFormat what is kept beside a value
     */
    public DslKeyValueParams(String name, DslStoreFormat dslStoreFormat) {
        this.name = Objects.requireNonNull(name, "name of a store");
        this.dslStoreFormat = Objects.requireNonNull(dslStoreFormat, "dslStoreFormat");
    }

    /** Returns the store's name. */
    public String name() {
        return name;
    }

    /** Returns whether values are kept with their timestamps, and nothing else. */
    public boolean isTimestamped() {
        return dslStoreFormat == DslStoreFormat.TIMESTAMPED;
    }

    /** Returns what is kept beside a value. */
    public DslStoreFormat dslStoreFormat() {
        return dslStoreFormat;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof DslKeyValueParams that
                        && dslStoreFormat == that.dslStoreFormat
                        && name.equals(that.name));
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, dslStoreFormat);
    }

    @Override
    public String toString() {
        return "DslKeyValueParams{name=" + name + ", dslStoreFormat=" + dslStoreFormat + "}";
    }
}
