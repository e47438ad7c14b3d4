package io.streamwright.state;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A value with the timestamp and the headers of the record that it came from (KIP-1271). As immutable as the value and the headers are:
 * a serializer may add to the headers when the value is stored.
 *
 * <p>Owner: whoever has it; what it holds is not copied.
 *
 * @param <V> the value
 */
public final class ValueTimestampHeaders<V extends @Nullable Object> {

    private final V value;
    private final long timestamp;
    private final Headers headers;

    private ValueTimestampHeaders(V value, long timestamp, @Nullable Headers headers) {
        this.value = value;
        this.timestamp = timestamp;
        this.headers = headers == null ? new RecordHeaders() : headers;
    }

    /**
     * Puts a value with its timestamp and headers.
     *
     * @param value the value
     * @param timestamp milliseconds since the epoch
     * @param headers kept as they are, not copied; null for none
     * @return null if the value is null, as a store then has no entry
     */
    public static <V> @Nullable ValueTimestampHeaders<V> make(
            @Nullable V value, long timestamp, @Nullable Headers headers) {
        return value == null ? null : new ValueTimestampHeaders<>(value, timestamp, headers);
    }

    /**
     * Puts a value, or a deletion, with its timestamp and headers.
     *
     * @param value the value; null for a deletion
     * @param timestamp milliseconds since the epoch
     * @param headers kept as they are, not copied; null for none
     */
    public static <V extends @Nullable Object> ValueTimestampHeaders<V> makeAllowNullable(
            V value, long timestamp, @Nullable Headers headers) {
        return new ValueTimestampHeaders<>(value, timestamp, headers);
    }

    /** Returns the value of what was put together; null if that is null or has no value. */
    public static <V extends @Nullable Object> @Nullable V getValueOrNull(
            @Nullable ValueTimestampHeaders<V> valueTimestampHeaders) {
        return valueTimestampHeaders == null ? null : valueTimestampHeaders.value;
    }

    /** Returns the value. */
    public V value() {
        return value;
    }

    /** Returns the timestamp, in milliseconds since the epoch. */
    public long timestamp() {
        return timestamp;
    }

    /** Returns the headers; empty if there are none. */
    public Headers headers() {
        return headers;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ValueTimestampHeaders<?> that
                        && timestamp == that.timestamp
                        && Objects.equals(value, that.value)
                        && headers.equals(that.headers));
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, timestamp, headers);
    }

    @Override
    public String toString() {
        return "<" + value + "," + timestamp + "," + headers + ">";
    }
}
