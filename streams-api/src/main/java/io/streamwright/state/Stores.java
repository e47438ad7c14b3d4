package io.streamwright.state;

import io.streamwright.DslStoreFormat;
import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Where programs get stores from. Thread-safe: holds nothing.
 *
 * <pre>{@code
 * StoreBuilder<KeyValueStore<String, Long>> counts =
 *         Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long());
 * }</pre>
 */
public final class Stores {

    private Stores() {}

    /**
     * Returns a supplier of stores on disk.
     *
     * @param name the store's name
     */
    public static KeyValueBytesStoreSupplier persistentKeyValueStore(String name) {
        return new BuiltInKeyValueStore(named(name), StoreLocation.PERSISTENT);
    }

    /**
     * Returns a supplier of stores on disk, for {@link #timestampedKeyValueStoreBuilder}.
     *
     * @param name the store's name
     */
    public static KeyValueBytesStoreSupplier persistentTimestampedKeyValueStore(String name) {
        return new BuiltInKeyValueStore(named(name), StoreLocation.PERSISTENT);
    }

    /**
     * Returns a supplier of stores on disk that keep headers (KIP-1271), for {@link #timestampedKeyValueStoreWithHeadersBuilder} and for
     * tables.
     *
     * @param name the store's name
     */
    public static KeyValueBytesStoreSupplier persistentTimestampedKeyValueStoreWithHeaders(String name) {
        return new BuiltInHeadersStore.KeyValue(new BuiltInKeyValueStore(named(name), StoreLocation.PERSISTENT));
    }

    /**
     * Returns a supplier of stores in memory.
     *
     * @param name the store's name
     */
    public static KeyValueBytesStoreSupplier inMemoryKeyValueStore(String name) {
        return new BuiltInKeyValueStore(named(name), StoreLocation.IN_MEMORY);
    }

    /**
     * Returns a supplier of stores in memory that keep the entries that were used last. An entry too many deletes the one that was
     * written or read by its key least recently, with a deletion in the changelog, in the same transaction. Walking over a range and
     * interactive queries use no entry. What a task used is taken back with its transaction; a restored store knows the order of writes
     * alone.
     *
     * <p>The number holds for each task, and caching does not change it: there is no cache before the store as in Kafka Streams.
     *
     * @param name the store's name
     * @param maxCacheSize how many entries the store of a task keeps
     * @throws IllegalArgumentException if the number is negative
     */
    public static KeyValueBytesStoreSupplier lruMap(String name, int maxCacheSize) {
        return new BuiltInLruStore(named(name), maxCacheSize);
    }

    /**
     * Returns a builder of stores that keep a value for each key. A changelog is written and caching is off, unless the builder
     * is told otherwise.
     *
     * @param supplier where the content lies
     * @param keySerde null: the configured default
     * @param valueSerde null: the configured default
     */
    public static <K, V> StoreBuilder<KeyValueStore<K, V>> keyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<KeyValueStoreSpec<K, V>, KeyValueStore<K, V>>(
                KeyValueStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.PLAIN),
                spec -> StoreProvider.installed().keyValueStore(spec));
    }

    /**
     * Returns a builder of stores that keep a value and its timestamp for each key. A changelog is written and caching is off,
     * unless the builder is told otherwise.
     *
     * @param supplier where the content lies
     * @param keySerde null: the configured default
     * @param valueSerde of the value without the timestamp; null: the configured default
     */
    public static <K, V> StoreBuilder<TimestampedKeyValueStore<K, V>> timestampedKeyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<KeyValueStoreSpec<K, V>, TimestampedKeyValueStore<K, V>>(
                KeyValueStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.TIMESTAMPED),
                spec -> StoreProvider.installed().timestampedKeyValueStore(spec));
    }

    /**
     * Returns a builder of stores that keep a value, its timestamp and its headers for each key (KIP-1271). A changelog is written and
     * caching is off, unless the builder is told otherwise.
     *
     * @param supplier where the content lies; headers are kept whatever the supplier was made for
     * @param keySerde null: the configured default
     * @param valueSerde of the value without timestamp and headers; null: the configured default. It is handed the headers, and what it
     *     adds to them is kept
     */
    public static <K, V>
            StoreBuilder<TimestampedKeyValueStoreWithHeaders<K, V>> timestampedKeyValueStoreWithHeadersBuilder(
                    KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<KeyValueStoreSpec<K, V>, TimestampedKeyValueStoreWithHeaders<K, V>>(
                KeyValueStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.HEADERS),
                spec -> StoreProvider.installed().timestampedKeyValueStoreWithHeaders(spec));
    }

    /**
     * Returns a supplier of window stores on disk.
     *
     * @param name the store's name
     * @param retentionPeriod how long a window is kept after its start, in stream time
     * @param windowSize size of the windows
     * @param retainDuplicates whether values of the same key and window are kept side by side
     * @throws IllegalArgumentException if a period is negative, or windows are kept for less than their size
     */
    public static WindowBytesStoreSupplier persistentWindowStore(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return windows(name, StoreLocation.PERSISTENT, retentionPeriod, windowSize, retainDuplicates);
    }

    /**
     * Returns a supplier of window stores on disk, for {@link #timestampedWindowStoreBuilder}.
     *
     * @param name the store's name
     * @param retentionPeriod how long a window is kept after its start, in stream time
     * @param windowSize size of the windows
     * @param retainDuplicates whether values of the same key and window are kept side by side
     * @throws IllegalArgumentException if a period is negative, or windows are kept for less than their size
     */
    public static WindowBytesStoreSupplier persistentTimestampedWindowStore(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return windows(name, StoreLocation.PERSISTENT, retentionPeriod, windowSize, retainDuplicates);
    }

    /**
     * Returns a supplier of window stores on disk that keep headers (KIP-1271), for {@link #timestampedWindowStoreWithHeadersBuilder} and
     * for windowed tables.
     *
     * @param name the store's name
     * @param retentionPeriod how long a window is kept after its start, in stream time
     * @param windowSize size of the windows
     * @param retainDuplicates whether values of the same key and window are kept side by side
     * @throws IllegalArgumentException if a period is negative, or windows are kept for less than their size
     */
    public static WindowBytesStoreSupplier persistentTimestampedWindowStoreWithHeaders(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return new BuiltInHeadersStore.Window(
                windows(name, StoreLocation.PERSISTENT, retentionPeriod, windowSize, retainDuplicates));
    }

    /**
     * Returns a supplier of window stores in memory.
     *
     * @param name the store's name
     * @param retentionPeriod how long a window is kept after its start, in stream time
     * @param windowSize size of the windows
     * @param retainDuplicates whether values of the same key and window are kept side by side
     * @throws IllegalArgumentException if a period is negative, or windows are kept for less than their size
     */
    public static WindowBytesStoreSupplier inMemoryWindowStore(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return windows(name, StoreLocation.IN_MEMORY, retentionPeriod, windowSize, retainDuplicates);
    }

    private static BuiltInWindowStore windows(
            String name, StoreLocation location, Duration retention, Duration size, boolean retainDuplicates) {
        return new BuiltInWindowStore(
                named(name),
                location,
                StoreTimes.ms(retention, "retentionPeriod"),
                StoreTimes.ms(size, "windowSize"),
                retainDuplicates,
                false);
    }

    /**
     * Returns a builder of stores that keep a value for each key and window. A changelog is written and caching is off, unless the
     * builder is told otherwise.
     *
     * @param supplier where the content lies, and how long
     * @param keySerde null: the configured default
     * @param valueSerde null: the configured default
     */
    public static <K, V> StoreBuilder<WindowStore<K, V>> windowStoreBuilder(
            WindowBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<WindowStoreSpec<K, V>, WindowStore<K, V>>(
                WindowStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.PLAIN),
                spec -> StoreProvider.installed().windowStore(spec));
    }

    /**
     * Returns a builder of stores that keep a value and its timestamp for each key and window. A changelog is written and caching is
     * off, unless the builder is told otherwise.
     *
     * @param supplier where the content lies, and how long
     * @param keySerde null: the configured default
     * @param valueSerde of the value without the timestamp; null: the configured default
     */
    public static <K, V> StoreBuilder<TimestampedWindowStore<K, V>> timestampedWindowStoreBuilder(
            WindowBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<WindowStoreSpec<K, V>, TimestampedWindowStore<K, V>>(
                WindowStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.TIMESTAMPED),
                spec -> StoreProvider.installed().timestampedWindowStore(spec));
    }

    /**
     * Returns a builder of stores that keep a value, its timestamp and its headers for each key and window (KIP-1271). A changelog is
     * written and caching is off, unless the builder is told otherwise.
     *
     * @param supplier where the content lies, and how long; headers are kept whatever the supplier was made for
     * @param keySerde null: the configured default
     * @param valueSerde of the value without timestamp and headers; null: the configured default. It is handed the headers, and what it
     *     adds to them is kept
     */
    public static <K, V> StoreBuilder<TimestampedWindowStoreWithHeaders<K, V>> timestampedWindowStoreWithHeadersBuilder(
            WindowBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<WindowStoreSpec<K, V>, TimestampedWindowStoreWithHeaders<K, V>>(
                WindowStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.HEADERS),
                spec -> StoreProvider.installed().timestampedWindowStoreWithHeaders(spec));
    }

    /**
     * Returns a supplier of session stores on disk.
     *
     * @param name the store's name
     * @param retentionPeriod how long a session is kept after its end, in stream time
     * @throws IllegalArgumentException if the period is negative
     */
    public static SessionBytesStoreSupplier persistentSessionStore(String name, Duration retentionPeriod) {
        return sessions(name, StoreLocation.PERSISTENT, retentionPeriod);
    }

    /**
     * Returns a supplier of session stores on disk that keep headers (KIP-1271), for {@link #sessionStoreWithHeadersBuilder} and for
     * tables of sessions.
     *
     * @param name the store's name
     * @param retentionPeriod how long a session is kept after its end, in stream time
     * @throws IllegalArgumentException if the period is negative
     */
    public static SessionBytesStoreSupplier persistentSessionStoreWithHeaders(String name, Duration retentionPeriod) {
        return new BuiltInHeadersStore.Session(sessions(name, StoreLocation.PERSISTENT, retentionPeriod));
    }

    /**
     * Returns a supplier of session stores in memory.
     *
     * @param name the store's name
     * @param retentionPeriod how long a session is kept after its end, in stream time
     * @throws IllegalArgumentException if the period is negative
     */
    public static SessionBytesStoreSupplier inMemorySessionStore(String name, Duration retentionPeriod) {
        return sessions(name, StoreLocation.IN_MEMORY, retentionPeriod);
    }

    private static BuiltInSessionStore sessions(String name, StoreLocation location, Duration retention) {
        return new BuiltInSessionStore(named(name), location, StoreTimes.ms(retention, "retentionPeriod"), false);
    }

    /**
     * Returns a builder of stores that keep a value for each key and session. A changelog is written and caching is off, unless the
     * builder is told otherwise.
     *
     * @param supplier where the content lies, and how long
     * @param keySerde null: the configured default
     * @param valueSerde null: the configured default
     */
    public static <K, V> StoreBuilder<SessionStore<K, V>> sessionStoreBuilder(
            SessionBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<SessionStoreSpec<K, V>, SessionStore<K, V>>(
                SessionStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.PLAIN),
                spec -> StoreProvider.installed().sessionStore(spec));
    }

    /**
     * Returns a builder of stores that keep a value and headers for each key and session (KIP-1271). A changelog is written and caching is
     * off, unless the builder is told otherwise.
     *
     * @param supplier where the content lies, and how long; headers are kept whatever the supplier was made for
     * @param keySerde null: the configured default
     * @param valueSerde of the value without headers; null: the configured default. It is handed the headers, and what it adds to them is
     *     kept
     */
    public static <K, V> StoreBuilder<SessionStoreWithHeaders<K, V>> sessionStoreWithHeadersBuilder(
            SessionBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<SessionStoreSpec<K, V>, SessionStoreWithHeaders<K, V>>(
                SessionStoreSpec.of(given(supplier), keySerde, valueSerde, DslStoreFormat.HEADERS),
                spec -> StoreProvider.installed().sessionStoreWithHeaders(spec));
    }

    /**
     * Returns a supplier of versioned stores on disk (KIP-889).
     *
     * @param name the store's name
     * @param historyRetention how long older versions are kept, in stream time
     * @throws IllegalArgumentException if it is negative or too long for milliseconds
     */
    public static VersionedBytesStoreSupplier persistentVersionedKeyValueStore(String name, Duration historyRetention) {
        return BuiltInVersionedStore.of(
                named(name), StoreLocation.PERSISTENT, StoreTimes.ms(historyRetention, "historyRetention"));
    }

    /**
     * Returns a supplier of versioned stores on disk (KIP-889).
     *
     * @param name the store's name
     * @param historyRetention how long older versions are kept, in stream time
     * @param segmentInterval in what steps of stream time they are let go after that
     * @throws IllegalArgumentException if the retention is negative, the interval not positive, or one too long for milliseconds
     */
    public static VersionedBytesStoreSupplier persistentVersionedKeyValueStore(
            String name, Duration historyRetention, Duration segmentInterval) {
        return new BuiltInVersionedStore(
                named(name),
                StoreLocation.PERSISTENT,
                StoreTimes.ms(historyRetention, "historyRetention"),
                StoreTimes.ms(segmentInterval, "segmentInterval"));
    }

    /**
     * Returns a supplier of versioned stores in memory.
     *
     * @param name the store's name
     * @param historyRetention how long older versions are kept, in stream time
     * @throws IllegalArgumentException if it is negative or too long for milliseconds
     */
    public static VersionedBytesStoreSupplier inMemoryVersionedKeyValueStore(String name, Duration historyRetention) {
        return BuiltInVersionedStore.of(
                named(name), StoreLocation.IN_MEMORY, StoreTimes.ms(historyRetention, "historyRetention"));
    }

    /**
     * Returns a builder of stores that keep the values of each key over time (KIP-889). A changelog is written unless the builder is told
     * otherwise; it refuses caching.
     *
     * @param supplier where the content lies, and how long
     * @param keySerde null: the configured default
     * @param valueSerde null: the configured default
     */
    public static <K, V> StoreBuilder<VersionedKeyValueStore<K, V>> versionedKeyValueStoreBuilder(
            VersionedBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return new StoreSpecBuilder<VersionedStoreSpec<K, V>, VersionedKeyValueStore<K, V>>(
                VersionedStoreSpec.of(given(supplier), keySerde, valueSerde),
                spec -> StoreProvider.installed().versionedStore(spec));
    }

    // Programs outside of null-checking compilers call these methods too.
    private static String named(String name) {
        return Objects.requireNonNull(name, "name of a store must not be null");
    }

    private static <S extends StoreSupplier<?>> S given(S supplier) {
        return Objects.requireNonNull(supplier, "supplier of a store must not be null: take one from Stores");
    }
}
