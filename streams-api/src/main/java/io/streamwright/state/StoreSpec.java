package io.streamwright.state;

import io.streamwright.DslStoreFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is asked of a store; what the engine builds it from. Immutable.
 *
 * @param <S> the kind of specification itself
 */
public sealed interface StoreSpec<S extends StoreSpec<S>>
        permits KeyValueStoreSpec,
                WindowStoreSpec,
                SessionStoreSpec,
                BufferStoreSpec,
                VersionedStoreSpec,
                RecordBufferSpec {

    /** Returns the store's name. */
    String name();

    /** Returns the serde of the keys; null: the configured default. */
    @Nullable
    Serde<?> keySerde();

    /** Returns the serde of the values, without timestamps and headers; null: the configured default. */
    @Nullable
    Serde<?> valueSerde();

    /** Returns what is kept beside a value. */
    default DslStoreFormat format() {
        return DslStoreFormat.PLAIN;
    }

    /** Returns whether values are kept with their timestamps, and nothing else. */
    default boolean timestamped() {
        return format() == DslStoreFormat.TIMESTAMPED;
    }

    /** Returns whether changes go to a changelog topic. */
    boolean loggingEnabled();

    /** Returns the settings of the changelog topic that the program gave; empty if there is none. */
    Map<String, String> logConfig();

    /** Returns whether table operators pass on one update for each key and transaction. */
    boolean cachingEnabled();

    /** Returns where the content lies; empty if the program brought a supplier of its own. */
    Optional<StoreLocation> location();

    /** Returns how long entries are kept, in ms of stream time; empty if for ever. */
    default OptionalLong retentionMs() {
        return OptionalLong.empty();
    }

    /** Returns the same with a changelog topic of these settings. */
    S withChangelog(Map<String, String> config);

    /** Returns the same without a changelog. */
    S withoutChangelog();

    /** Returns the same with caching on or off. */
    S withCaching(boolean enabled);

    /** Calls the case of this kind of store. */
    <R> R match(Cases<R> cases);

    /**
     * One method for each kind of store.
     *
     * @param <R> the result
     */
    interface Cases<R> {

        /** For a store with one value for each key. */
        <K, V> R keyValue(KeyValueStoreSpec<K, V> spec);

        /** For a store with values for each key and start of a window. */
        <K, V> R window(WindowStoreSpec<K, V> spec);

        /** For a store with values for each key and session. */
        <K, V> R session(SessionStoreSpec<K, V> spec);

        /** For a buffer in which updates wait for their time. */
        <K, V> R buffer(BufferStoreSpec<K, V> spec);

        /** For a store with values for each key and time. */
        <K, V> R versioned(VersionedStoreSpec<K, V> spec);

        /** For a buffer of records. */
        <K, V> R recordBuffer(RecordBufferSpec<K, V> spec);
    }
}
