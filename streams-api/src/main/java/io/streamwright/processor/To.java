package io.streamwright.processor;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which children a record is forwarded to, and at what time it happened. Immutable. */
public final class To {
    private final @Nullable String childName;
    private final OptionalLong timestampMs;

    private To(@Nullable String childName, OptionalLong timestampMs) {
        this.childName = childName;
        this.timestampMs = timestampMs;
    }

    /** Says that a record goes to one child, with the timestamp of the record at work. */
    public static To child(String childName) {
        return new To(Objects.requireNonNull(childName, "name of a child"), OptionalLong.empty());
    }

    /** Says that a record goes to all children, with the timestamp of the record at work. */
    public static To all() {
        return new To(null, OptionalLong.empty());
    }

    /**
     * Returns the same with a timestamp of its own.
     *
     * @param timestamp in milliseconds since the epoch
     */
    public To withTimestamp(long timestamp) {
        return new To(childName, OptionalLong.of(timestamp));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof To that
                && Objects.equals(childName, that.childName)
                && timestampMs.equals(that.timestampMs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(childName, timestampMs);
    }

    @Override
    public String toString() {
        return "To(child=" + (childName == null ? "all" : childName) + ", timestamp="
                + (timestampMs.isPresent() ? timestampMs.getAsLong() : "of the record at work") + ")";
    }
}
