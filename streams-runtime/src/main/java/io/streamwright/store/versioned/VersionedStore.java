package io.streamwright.store.versioned;

import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.BuiltInVersionedStore;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.VersionedRecord;
import io.streamwright.state.VersionedRecordIterator;
import io.streamwright.state.VersionedStoreSpec;
import io.streamwright.store.StoreSerdes;
import io.streamwright.store.TypedStore;
import io.streamwright.store.answer.VersionHistory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A versioned store as processors see it (KIP-889).
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class VersionedStore<K, V> extends TypedStore<K, V>
        implements VersionedKeyValueStore<K, V>, VersionHistory<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(VersionedStore.class);

    private final VersionedStoreSpec<K, V> spec;
    private final BuiltInVersionedStore supplier;

    /**
     * Makes a store that is not open yet.
     *
     * @throws IllegalArgumentException if it is asked of a supplier of the program's
     */
    public VersionedStore(VersionedStoreSpec<K, V> spec) {
        super(spec.name());
        this.spec = spec;
        this.supplier = spec.builtIn()
                .orElseThrow(() -> new IllegalArgumentException("store " + spec.name() + " is made by "
                        + spec.supplier().getClass().getName() + ": take a supplier of versioned stores from Stores"));
    }

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    @Override
    protected TypedStore<K, V> again() {
        return new VersionedStore<>(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        return Stores.versionedKeyValueStoreBuilder(supplier, spec.keySerde(), spec.valueSerde())
                .withLoggingDisabled();
    }

    @Override
    public long put(K key, @Nullable V value, long timestamp) {
        Ground<K, V> ground = ground();
        byte[] keyBytes = keyBytes(ground, key);
        checkTime(timestamp);
        byte[] valueBytes = value == null ? null : ground.serdes().value(value);
        long validTo = versions(ground).put(keyBytes, valueBytes, timestamp);
        if (validTo == PUT_RETURN_CODE_NOT_PUT) {
            reportExpired(ground, timestamp);
        }
        return validTo;
    }

    private Versions versions(Ground<K, V> ground) {
        return new Versions(ground.bytes(), supplier);
    }

    private byte[] keyBytes(Ground<K, V> ground, K key) {
        return ground.serdes()
                .key(Objects.requireNonNull(key, "key cannot be null"))
                .get();
    }

    private void checkTime(long timestamp) {
        if (timestamp < 0) {
            throw new IllegalArgumentException(
                    "store " + name() + ": a version cannot begin before the epoch: timestamp=" + timestamp);
        }
    }

    private void reportExpired(Ground<K, V> ground, long timestamp) {
        LOG.debug(
                "store={} version timestamp={} left behind: streamTime={} historyRetentionMs={}",
                name(),
                timestamp,
                versions(ground).header().observedMs(),
                supplier.historyRetentionMs());
    }

    @Override
    public @Nullable VersionedRecord<V> delete(K key, long timestamp) {
        Ground<K, V> ground = ground();
        byte[] keyBytes = keyBytes(ground, key);
        checkTime(timestamp);
        Versions versions = versions(ground);
        if (!versions.takes(timestamp)) {
            reportExpired(ground, timestamp);
            return null;
        }
        Version held = versions.asOf(keyBytes, timestamp);
        versions.put(keyBytes, null, timestamp);
        return record(ground, held);
    }

    @Override
    public @Nullable VersionedRecord<V> get(K key) {
        Ground<K, V> ground = ground();
        return record(ground, versions(ground).newest(keyBytes(ground, key)));
    }

    @Override
    public @Nullable VersionedRecord<V> get(K key, long asOfTimestamp) {
        Ground<K, V> ground = ground();
        return record(ground, versions(ground).asOf(keyBytes(ground, key), asOfTimestamp));
    }

    @Override
    public VersionedRecordIterator<V> versions(K key, long fromMs, long toMs, boolean ascending) {
        Ground<K, V> ground = ground();
        List<Version> found = new ArrayList<>(versions(ground).between(keyBytes(ground, key), fromMs, toMs));
        if (!ascending) {
            Collections.reverse(found);
        }
        Iterator<Version> rest = found.iterator();
        return new VersionedRecordIterator<>() {
            @Override
            public boolean hasNext() {
                return rest.hasNext();
            }

            @Override
            public VersionedRecord<V> next() {
                return Objects.requireNonNull(record(ground, rest.next()), "value of a version");
            }

            @Override
            public void close() {
                // holds nothing
            }
        };
    }

    private @Nullable VersionedRecord<V> record(Ground<K, V> ground, @Nullable Version version) {
        V value = version == null ? null : ground.serdes().readValue(version.value());
        if (version == null || value == null) {
            return null;
        }
        Long validTo = version.validToMs();
        return validTo == null
                ? new VersionedRecord<>(value, version.timestampMs())
                : new VersionedRecord<>(value, version.timestampMs(), validTo);
    }

    @Override
    public boolean persistent() {
        return supplier.location() == StoreLocation.PERSISTENT;
    }
}
