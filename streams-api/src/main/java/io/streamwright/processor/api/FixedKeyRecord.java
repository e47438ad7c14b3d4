package io.streamwright.processor.api;

import io.streamwright.errors.StreamsException;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link FixedKeyProcessor} gets and forwards: a record whose key stays as it is, so that the records keep their partition
 * (KIP-820).
 *
 * <p>Immutable but for its headers.
 *
 * @param <K> the key
 * @param <V> the value
 */
public final class FixedKeyRecord<K extends @Nullable Object, V extends @Nullable Object> {

    private final K key;
    private final V value;
    private final long timestamp;
    private final Headers headers;

    private FixedKeyRecord(K key, V value, long timestamp, Headers headers) {
        if (timestamp < 0) {
            throw new StreamsException("record with timestamp " + timestamp + ": a timestamp must be 0 or later");
        }
        this.key = key;
        this.value = value;
        this.timestamp = timestamp;
        this.headers = headers;
    }

    /**
     * Fixes the key of a record. For the engine and for tests of processors: a processor forwards what it was given, changed by
     * the methods below; one that sets keys is a {@link Processor}.
     *
     * @param record shares its headers with the result
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> FixedKeyRecord<K, V> of(
            Record<K, V> record) {
        return new FixedKeyRecord<>(record.key(), record.value(), record.timestamp(), record.headers());
    }

    /** Returns the key. */
    public K key() {
        return key;
    }

    /** Returns the value. */
    public V value() {
        return value;
    }

    /** Returns the timestamp, in milliseconds since the epoch; not negative. */
    public long timestamp() {
        return timestamp;
    }

    /** Returns the headers, to look at or to change. */
    public Headers headers() {
        return headers;
    }

    /** Returns a record that differs in the value; the headers are copied. */
    public <NewV extends @Nullable Object> FixedKeyRecord<K, NewV> withValue(NewV value) {
        return new FixedKeyRecord<>(key, value, timestamp, HeaderCopies.copy(headers));
    }

    /**
     * Returns a record that differs in the timestamp; the headers are copied.
     *
     * @param timestamp milliseconds since the epoch
     * @throws StreamsException if the timestamp is negative
     */
    public FixedKeyRecord<K, V> withTimestamp(long timestamp) {
        return new FixedKeyRecord<>(key, value, timestamp, HeaderCopies.copy(headers));
    }

    /** Returns a record that differs in the headers, which are copied. */
    public FixedKeyRecord<K, V> withHeaders(Headers headers) {
        return new FixedKeyRecord<>(key, value, timestamp, HeaderCopies.copy(headers));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof FixedKeyRecord<?, ?> that
                        && timestamp == that.timestamp
                        && Objects.equals(key, that.key)
                        && Objects.equals(value, that.value)
                        && headers.equals(that.headers));
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, value, timestamp, headers);
    }

    @Override
    public String toString() {
        return "FixedKeyRecord{key=" + key + ", value=" + value + ", timestamp=" + timestamp + ", headers=" + headers
                + "}";
    }
}
