package io.streamwright;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorWrapper;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.WrappedProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** {@link RecordingWrapper} for Kafka Streams, which makes it itself: what it writes down is of the thread that builds. */
public final class KafkaRecordingWrapper implements ProcessorWrapper {
    private static final ThreadLocal<List<String>> CALLS = ThreadLocal.withInitial(ArrayList::new);

    /** For Kafka Streams. */
    public KafkaRecordingWrapper() {}

    static TopologyConfig config(Properties settings) {
        Properties all = new Properties();
        all.put("application.id", "wrapped");
        all.put("bootstrap.servers", "nowhere:9092");
        all.put("processor.wrapper.class", KafkaRecordingWrapper.class);
        all.putAll(settings);
        CALLS.get().clear();
        return new TopologyConfig(new org.apache.kafka.streams.StreamsConfig(all));
    }

    static List<String> takeCalls() {
        List<String> calls = List.copyOf(CALLS.get());
        CALLS.remove();
        return calls;
    }

    @Override
    public void configure(Map<String, ?> configs) {
        CALLS.get().add("configured for " + configs.get("application.id"));
    }

    @Override
    public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
        CALLS.get().add("free " + processorName + " " + named(processorSupplier.stores()));
        return ProcessorWrapper.asWrapped(processorSupplier);
    }

    @Override
    public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
        CALLS.get().add("fixed " + processorName + " " + named(processorSupplier.stores()));
        return ProcessorWrapper.asWrappedFixedKey(processorSupplier);
    }

    private static List<String> named(Set<StoreBuilder<?>> stores) {
        return stores == null
                ? List.of()
                : stores.stream()
                        .map(store -> store.name() + (store.loggingEnabled() ? " logged" : ""))
                        .sorted()
                        .toList();
    }

    static StoreBuilder<?> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.String());
    }

    static final class Idle implements Processor<Object, Object, Object, Object> {
        @Override
        public void process(Record<Object, Object> record) {}
    }

    static final class Keeper implements Processor<Object, Object, Void, Void> {
        @Override
        public void process(Record<Object, Object> record) {}
    }

    static final class Stored implements ProcessorSupplier<Object, Object, Object, Object> {
        @Override
        public Processor<Object, Object, Object, Object> get() {
            return new Idle();
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(store("own"));
        }
    }
}
