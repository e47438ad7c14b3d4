package io.streamwright.dsl.fake;

import io.streamwright.StreamsMetrics;
import io.streamwright.processor.Cancellable;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.TransactionId;
import io.streamwright.processor.api.FixedKeyProcessorContext;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The context of one processor in a test: keeps what is forwarded, or hands it to the test.
 *
 * <p>Owner: one test.
 */
public final class FakeContext<K, V> implements ProcessorContext<K, V>, FixedKeyProcessorContext<K, V> {

    /** Takes what a processor forwards; the child is null if it goes to all. */
    public interface Forwarding<K, V> {
        void forward(Record<? extends K, ? extends V> record, String child);
    }

    private final Map<String, Object> configs = new HashMap<>();
    private final Map<String, StateStore> stores = new HashMap<>();
    private final List<Record<? extends K, ? extends V>> forwarded = new ArrayList<>();
    private final List<String> children = new ArrayList<>();
    private Forwarding<K, V> forwarding = (record, child) -> {};
    private Optional<RecordMetadata> origin = Optional.empty();

    public FakeContext<K, V> config(String name, Object value) {
        configs.put(name, value);
        return this;
    }

    public FakeContext<K, V> store(StateStore store) {
        stores.put(store.name(), store);
        return this;
    }

    public FakeContext<K, V> origin(String topic, int partition, long offset) {
        origin = Optional.of(new Origin(topic, partition, offset));
        return this;
    }

    public FakeContext<K, V> forwardingTo(Forwarding<K, V> target) {
        forwarding = target;
        return this;
    }

    /** Returns what was forwarded since the last call. */
    public List<Record<? extends K, ? extends V>> takeForwarded() {
        List<Record<? extends K, ? extends V>> result = List.copyOf(forwarded);
        forwarded.clear();
        return result;
    }

    /** Returns the child of each record forwarded to one child. */
    public List<String> children() {
        return children;
    }

    @Override
    public <K2 extends K, V2 extends V> void forward(Record<K2, V2> record) {
        forwarded.add(record);
        forwarding.forward(record, null);
    }

    @Override
    public <K2 extends K, V2 extends V> void forward(Record<K2, V2> record, String childName) {
        forwarded.add(record);
        children.add(childName);
        forwarding.forward(record, childName);
    }

    @Override
    public <K2 extends K, V2 extends V> void forward(FixedKeyRecord<K2, V2> record) {
        forward(free(record));
    }

    @Override
    public <K2 extends K, V2 extends V> void forward(FixedKeyRecord<K2, V2> record, String childName) {
        forward(free(record), childName);
    }

    private static <K2, V2> Record<K2, V2> free(FixedKeyRecord<K2, V2> record) {
        return new Record<>(record.key(), record.value(), record.timestamp(), record.headers());
    }

    @Override
    public String applicationId() {
        return "app";
    }

    @Override
    public TaskId taskId() {
        return new TaskId(0, 0);
    }

    @Override
    public TransactionId transactionId() {
        return new TransactionId(taskId(), Map.of(new TopicPartition("in", 0), 0L));
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return origin;
    }

    @Override
    public Serde<?> keySerde() {
        return Serdes.String();
    }

    @Override
    public Serde<?> valueSerde() {
        return Serdes.String();
    }

    @Override
    public StreamsMetrics metrics() {
        throw new UnsupportedOperationException("no operator measures anything");
    }

    @Override
    public File stateDir() {
        throw new UnsupportedOperationException("state directory");
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in the interface
    public <S extends StateStore> S getStateStore(String name) {
        return (S) stores.get(name);
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        throw new UnsupportedOperationException("punctuation");
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        throw new UnsupportedOperationException("punctuation");
    }

    @Override
    public void commit() {}

    @Override
    public Map<String, Object> appConfigs() {
        return configs;
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return Map.of();
    }

    @Override
    public long currentSystemTimeMs() {
        return 0;
    }

    @Override
    public long currentStreamTimeMs() {
        return 0;
    }

    private record Origin(String topic, int partition, long offset) implements RecordMetadata {}
}
