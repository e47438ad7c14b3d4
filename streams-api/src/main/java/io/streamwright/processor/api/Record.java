package io.streamwright.processor.api;

import io.streamwright.errors.StreamsException;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a processor gets and forwards: key, value, timestamp and headers.
 *
 * <p>Immutable but for its headers, which belong to this record alone.
 *
 * @param <K> the key
 * @param <V> the value
 */
@SuppressWarnings("JavaLangClash") // the peer's name: a file that uses it imports it, which hides java.lang.Record
public class Record<K extends @Nullable Object, V extends @Nullable Object> implements ReadOnlyRecord<K, V> {

    private final K key;
    private final V value;
    private final long timestamp;
    private final Headers headers;

    /**
     * Makes a record.
     *
     * @param key the key
     * @param value the value
     * @param timestamp milliseconds since the epoch
     * @param headers copied; null makes empty ones
     * @throws StreamsException if the timestamp is negative
     */
    public Record(K key, V value, long timestamp, @Nullable Headers headers) {
        if (timestamp < 0) {
            throw new StreamsException("record with timestamp " + timestamp + ": a timestamp must be 0 or later");
        }
        this.key = key;
        this.value = value;
        this.timestamp = timestamp;
        this.headers = HeaderCopies.copy(headers);
    }

    /**
     * Makes a record without headers.
     *
     * @param key the key
     * @param value the value
     * @param timestamp milliseconds since the epoch
     * @throws StreamsException if the timestamp is negative
     */
    public Record(K key, V value, long timestamp) {
        this(key, value, timestamp, null);
    }

    @Override
    public K key() {
        return key;
    }

    @Override
    public V value() {
        return value;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    /** Returns the headers, to look at or to change. */
    @Override
    public Headers headers() {
        return headers;
    }

    /** Returns a record that differs in the key; the headers are copied. */
    public <NewK extends @Nullable Object> Record<NewK, V> withKey(NewK key) {
        return new Record<>(key, value, timestamp, headers);
    }

    /** Returns a record that differs in the value; the headers are copied. */
    public <NewV extends @Nullable Object> Record<K, NewV> withValue(NewV value) {
        return new Record<>(key, value, timestamp, headers);
    }

    /**
     * Returns a record that differs in the timestamp; the headers are copied.
     *
     * @param timestamp milliseconds since the epoch
     * @throws StreamsException if the timestamp is negative
     */
    public Record<K, V> withTimestamp(long timestamp) {
        return new Record<>(key, value, timestamp, headers);
    }

    /** Returns a record that differs in the headers, which are copied. */
    public Record<K, V> withHeaders(Headers headers) {
        return new Record<>(key, value, timestamp, headers);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Record<?, ?> that
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
        return "Record{key=" + key + ", value=" + value + ", timestamp=" + timestamp + ", headers=" + headers + "}";
    }
}
