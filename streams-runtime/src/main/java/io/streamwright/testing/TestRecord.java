package io.streamwright.testing;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record that is piped into a topology, or that came out of it.
 *
 * <p>Immutable, but for its headers.
 *
 * @param <K> keys
 * @param <V> values
 */
public class TestRecord<K, V> {
    private final Headers headers;
    private final @Nullable K key;
    private final @Nullable V value;
    private final @Nullable Instant recordTime;

    /**
     * Makes a record.
     *
     * @param key the key; null if there is none
     * @param value the value; null if there is none
     * @param headers copied; null for none
     * @param recordTime when it happened; null leaves that to the topic that it is piped into
     */
    public TestRecord(@Nullable K key, @Nullable V value, @Nullable Headers headers, @Nullable Instant recordTime) {
        this.key = key;
        this.value = value;
        this.recordTime = recordTime;
        this.headers = new RecordHeaders((Iterable<Header>) headers);
    }

    /**
     * Makes a record.
     *
     * @param timestampMs when it happened, in milliseconds since the epoch; null leaves that to the topic that it is piped into
     * @throws IllegalArgumentException if the timestamp is negative
     */
    public TestRecord(@Nullable K key, @Nullable V value, @Nullable Headers headers, @Nullable Long timestampMs) {
        this(key, value, headers, timestampMs == null ? null : instant(timestampMs));
    }

    private static Instant instant(long timestampMs) {
        if (timestampMs < 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "Invalid timestamp: %d. Timestamp should always be non-negative or null.",
                    timestampMs));
        }
        return Instant.ofEpochMilli(timestampMs);
    }

    /** Makes a record without headers. */
    public TestRecord(@Nullable K key, @Nullable V value, @Nullable Instant recordTime) {
        this(key, value, new RecordHeaders(), recordTime);
    }

    /** Makes a record whose time is left to the topic that it is piped into. */
    public TestRecord(@Nullable K key, @Nullable V value, @Nullable Headers headers) {
        this(key, value, headers, (Instant) null);
    }

    /** Makes a record without headers whose time is left to the topic that it is piped into. */
    public TestRecord(@Nullable K key, @Nullable V value) {
        this(key, value, new RecordHeaders(), (Instant) null);
    }

    /** Makes a record of a value alone. */
    public TestRecord(@Nullable V value) {
        this(null, value);
    }

    /** Makes a record of one that was consumed. */
    public TestRecord(ConsumerRecord<K, V> record) {
        this(record.key(), record.value(), record.headers(), Instant.ofEpochMilli(record.timestamp()));
    }

    /**
     * Makes a record of one that is to be produced.
     *
     * @throws NullPointerException if it has no timestamp
     */
    public TestRecord(ProducerRecord<K, V> record) {
        this(record.key(), record.value(), record.headers(), Instant.ofEpochMilli(record.timestamp()));
    }

    public Headers headers() {
        return headers;
    }

    public @Nullable K key() {
        return key;
    }

    public @Nullable V value() {
        return value;
    }

    /** Returns milliseconds since the epoch; null if the time is left open. */
    public @Nullable Long timestamp() {
        return recordTime == null ? null : recordTime.toEpochMilli();
    }

    /** As {@link #headers}. */
    public Headers getHeaders() {
        return headers;
    }

    /** As {@link #key}. */
    public @Nullable K getKey() {
        return key;
    }

    /** As {@link #value}. */
    public @Nullable V getValue() {
        return value;
    }

    /** Returns when it happened; null if that is left open. */
    public @Nullable Instant getRecordTime() {
        return recordTime;
    }

    @Override
    public String toString() {
        return new StringJoiner(", ", TestRecord.class.getSimpleName() + "[", "]")
                .add("key=" + key)
                .add("value=" + value)
                .add("headers=" + headers)
                .add("recordTime=" + recordTime)
                .toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof TestRecord<?, ?> that
                        && headers.equals(that.headers)
                        && Objects.equals(key, that.key)
                        && Objects.equals(value, that.value)
                        && Objects.equals(recordTime, that.recordTime));
    }

    @Override
    public int hashCode() {
        return Objects.hash(headers, key, value, recordTime);
    }
}
