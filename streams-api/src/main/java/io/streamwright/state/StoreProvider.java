package io.streamwright.state;

import io.streamwright.processor.StateStore;
import java.util.ServiceLoader;
import org.apache.kafka.common.utils.Bytes;

/**
 * Has the stores of the house; found with {@link ServiceLoader}.
 *
 * <p>For the engine. Thread-safe.
 */
public interface StoreProvider {

    /**
     * Makes a key-value store.
     *
     * @param spec what is asked of it; not timestamped
     */
    <K, V> KeyValueStore<K, V> keyValueStore(KeyValueStoreSpec<K, V> spec);

    /**
     * Makes a key-value store with timestamps.
     *
     * @param spec what is asked of it; timestamped
     */
    <K, V> TimestampedKeyValueStore<K, V> timestampedKeyValueStore(KeyValueStoreSpec<K, V> spec);

    /**
     * Makes a key-value store with timestamps and headers.
     *
     * @param spec what is asked of it; with headers
     */
    <K, V> TimestampedKeyValueStoreWithHeaders<K, V> timestampedKeyValueStoreWithHeaders(KeyValueStoreSpec<K, V> spec);

    /**
     * Makes a store of bytes.
     *
     * @param name the store's name
     * @param location where its content lies
     */
    KeyValueStore<Bytes, byte[]> bytesStore(String name, StoreLocation location);

    /**
     * Makes a store of bytes that keeps the entries that were used last.
     *
     * @param supplier what is asked of it
     */
    KeyValueStore<Bytes, byte[]> lruBytesStore(BuiltInLruStore supplier);

    /**
     * Makes a window store.
     *
     * @param spec what is asked of it; not timestamped
     */
    <K, V> WindowStore<K, V> windowStore(WindowStoreSpec<K, V> spec);

    /**
     * Makes a window store with timestamps.
     *
     * @param spec what is asked of it; timestamped
     */
    <K, V> TimestampedWindowStore<K, V> timestampedWindowStore(WindowStoreSpec<K, V> spec);

    /**
     * Makes a window store with timestamps and headers.
     *
     * @param spec what is asked of it; with headers
     */
    <K, V> TimestampedWindowStoreWithHeaders<K, V> timestampedWindowStoreWithHeaders(WindowStoreSpec<K, V> spec);

    /** Makes a window store of bytes. */
    WindowStore<Bytes, byte[]> windowBytesStore(BuiltInWindowStore supplier);

    /** Makes a buffer in which updates wait for their time. */
    <K, V> StateStore buffer(BufferStoreSpec<K, V> spec);

    /**
     * Makes a versioned store.
     *
     * @param spec what is asked of it
     */
    <K, V> VersionedKeyValueStore<K, V> versionedStore(VersionedStoreSpec<K, V> spec);

    /** Makes a versioned store of bytes. */
    VersionedBytesStore versionedBytesStore(BuiltInVersionedStore supplier);

    /** Makes a buffer of records. */
    StateStore recordBuffer(RecordBufferSpec<?, ?> spec);

    /**
     * Makes a session store.
     *
     * @param spec what is asked of it
     */
    <K, V> SessionStore<K, V> sessionStore(SessionStoreSpec<K, V> spec);

    /**
     * Makes a session store with headers.
     *
     * @param spec what is asked of it; with headers
     */
    <K, V> SessionStoreWithHeaders<K, V> sessionStoreWithHeaders(SessionStoreSpec<K, V> spec);

    /** Makes a session store of bytes. */
    SessionStore<Bytes, byte[]> sessionBytesStore(BuiltInSessionStore supplier);

    /**
     * Returns the provider on the class path.
     *
     * @throws IllegalStateException if there is none
     */
    static StoreProvider installed() {
        return ServiceLoader.load(StoreProvider.class, StoreProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no state stores found: add streams-runtime to the class path, it has a "
                                + StoreProvider.class.getName()));
    }
}
