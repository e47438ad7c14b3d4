package io.streamwright.store.records;

import io.streamwright.KeyValue;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.state.RecordBufferSpec;
import io.streamwright.state.StoreBuilder;
import io.streamwright.store.StoreSerdes;
import io.streamwright.store.TypedStore;
import io.streamwright.store.buffer.BufferedUpdate;
import io.streamwright.topology.RecordBuffer;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records that wait for a join, as its operator sees them. Each is written as an update with a new value alone, as Kafka Streams does.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class WaitingRecords<K, V> extends TypedStore<K, V> implements RecordBuffer<K, V> {
    private final RecordBufferSpec<K, V> spec;

    /** Makes a store that is not open yet. */
    public WaitingRecords(RecordBufferSpec<K, V> spec) {
        super(spec.name());
        this.spec = spec;
    }

    @Override
    protected StoreSerdes<K, V> serdes(String topic, StateStoreContext context) {
        return StoreSerdes.of(spec.name(), spec.keySerde(), spec.valueSerde(), topic, context);
    }

    @Override
    protected TypedStore<K, V> again() {
        return new WaitingRecords<>(spec);
    }

    @Override
    protected StoreBuilder<?> unlogged() {
        return spec.withoutChangelog().builder();
    }

    private static RecordClock clock(Ground<?, ?> ground) {
        RecordClock clock = RecordClock.of(ground.bytes().get(RecordClock.KEY));
        return clock == null ? RecordClock.FRESH : clock;
    }

    @Override
    public long streamTimeMs() {
        return clock(ground()).streamTimeMs();
    }

    @Override
    public void put(Record<K, V> record, Optional<RecordMetadata> origin) {
        Ground<K, V> ground = ground();
        byte[] key = ground.serdes().key(record.key()).get();
        byte[] value = Objects.requireNonNull(
                ground.serdes().value(record.value()), () -> "serialized value of a record in store " + name());
        RecordClock clock = clock(ground);
        int sequence = clock.nextSequence();
        RecordClock next = clock.at(record.timestamp()).withSequence(sequence);
        ground.bytes().put(RecordClock.KEY, next.toBytes());
        BufferedUpdate waiting = new BufferedUpdate(0, cause(record, origin), null, null, value);
        ground.bytes().put(RecordPlace.of(record.timestamp(), key, sequence), waiting.toBytes());
    }

    private static BufferedUpdate.Cause cause(Record<?, ?> record, Optional<RecordMetadata> origin) {
        Header[] headers = record.headers().toArray();
        return origin.map(from -> new BufferedUpdate.Cause(
                        record.timestamp(), from.topic(), from.partition(), from.offset(), headers))
                .orElseGet(() -> new BufferedUpdate.Cause(record.timestamp(), "", -1, -1, headers));
    }

    @Override
    public @Nullable Waited<K, V> take(long fromMs, long toMs) {
        Ground<K, V> ground = ground();
        KeyValue<Bytes, byte[]> first = ground.bytes().nearest(RecordPlace.between(Math.max(0, fromMs), toMs), true);
        if (first == null) {
            return null;
        }
        BufferedUpdate waiting = BufferedUpdate.of(first.value);
        BufferedUpdate.Cause cause = waiting.cause();
        K key = ground.serdes().readKey(Bytes.wrap(RecordPlace.keyOf(first.key.get())));
        byte[] bytes = waiting.now();
        V value = bytes == null ? null : ground.serdes().readValue(bytes);
        if (value == null) {
            throw new IllegalStateException("store " + name() + " has a record without a value at " + first.key);
        }
        ground.bytes().put(first.key, null);
        Optional<RecordMetadata> origin = cause.topic().isEmpty()
                ? Optional.empty()
                : Optional.of(new Origin(cause.topic(), cause.partition(), cause.offset()));
        return new Waited<>(new Record<>(key, value, cause.timestamp(), new RecordHeaders(cause.headers())), origin);
    }

    @Override
    public boolean persistent() {
        return true;
    }

    /** Where a record came from. Immutable. */
    private record Origin(String topic, int partition, long offset) implements RecordMetadata {}
}
