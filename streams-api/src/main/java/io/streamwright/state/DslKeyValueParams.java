package io.streamwright.state;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a table needs of the key-value store it is kept in. Immutable. */
public class DslKeyValueParams {

    private final String name;
    private final boolean timestamped;

    /**
     * Says what is needed.
     *
     * @param name the store's name
     * @param isTimestamped whether values are kept with their timestamps
     */
    public DslKeyValueParams(String name, boolean isTimestamped) {
        this.name = Objects.requireNonNull(name, "name of a store");
        this.timestamped = isTimestamped;
    }

    /** Returns the store's name. */
    public String name() {
        return name;
    }

    /** Returns whether values are kept with their timestamps. */
    public boolean isTimestamped() {
        return timestamped;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof DslKeyValueParams that
                        && timestamped == that.timestamped
                        && name.equals(that.name));
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, timestamped);
    }

    @Override
    public String toString() {
        return "DslKeyValueParams{name=" + name + ", isTimestamped=" + timestamped + "}";
    }
}
