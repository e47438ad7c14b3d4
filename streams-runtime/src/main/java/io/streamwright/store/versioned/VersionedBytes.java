package io.streamwright.store.versioned;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.BuiltInVersionedStore;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.VersionedBytesStore;
import io.streamwright.state.VersionedRecord;
import io.streamwright.state.VersionedStoreSpec;
import io.streamwright.store.committed.ValueLayout;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a supplier of versioned stores makes for a program's own tests: a versioned store with values as bytes, each behind its
 * timestamp. What a key-value store can do without a time for it, it refuses.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class VersionedBytes implements VersionedBytesStore {
    private final VersionedStore<Bytes, byte[]> store;

    /** Makes a store that is not open yet. */
    public VersionedBytes(BuiltInVersionedStore supplier) {
        this.store = new VersionedStore<>(VersionedStoreSpec.of(supplier, Serdes.Bytes(), Serdes.ByteArray()));
    }

    @Override
    public long put(Bytes key, byte @Nullable [] value, long timestamp) {
        return store.put(key, value, timestamp);
    }

    @Override
    public byte @Nullable [] get(Bytes key, long asOfTimestamp) {
        return bytes(store.get(key, asOfTimestamp));
    }

    @Override
    public byte @Nullable [] delete(Bytes key, long timestamp) {
        return bytes(store.delete(key, timestamp));
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return bytes(store.get(key));
    }

    private static byte @Nullable [] bytes(@Nullable VersionedRecord<byte[]> record) {
        return record == null ? null : ValueLayout.withTimestamp(record.value(), record.timestamp());
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        throw needsTime("put(key, value, timestamp)");
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte @Nullable [] value) {
        throw needsTime("put(key, value, timestamp)");
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        throw needsTime("put(key, value, timestamp)");
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        throw needsTime("delete(key, timestamp)");
    }

    private UnsupportedOperationException needsTime(String instead) {
        return new UnsupportedOperationException("store " + name() + " is versioned: call " + instead);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        throw noRanges();
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        throw noRanges();
    }

    @Override
    public long approximateNumEntries() {
        throw noRanges();
    }

    private UnsupportedOperationException noRanges() {
        return new UnsupportedOperationException(
                "store " + name() + " is versioned: it finds versions of one key, not ranges of keys");
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        store.init(context, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        store.commit(changelogOffsets);
    }

    @Override
    public void close() {
        store.close();
    }

    @Override
    public boolean persistent() {
        return store.persistent();
    }

    @Override
    public boolean isOpen() {
        return store.isOpen();
    }
}
