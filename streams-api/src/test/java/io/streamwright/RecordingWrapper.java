package io.streamwright;

import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.ProcessorWrapper;
import io.streamwright.processor.api.WrappedFixedKeyProcessorSupplier;
import io.streamwright.processor.api.WrappedProcessorSupplier;
import io.streamwright.state.StoreBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Writes down what it is asked to wrap, and leaves it as it is. What it writes down is of the thread that builds. */
public final class RecordingWrapper implements ProcessorWrapper {
    private static final ThreadLocal<List<String>> CALLS = ThreadLocal.withInitial(ArrayList::new);

    /** For settings that name the class. */
    public RecordingWrapper() {}

    static TopologyConfig config(Class<? extends ProcessorWrapper> wrapper, Properties settings) {
        Properties all = new Properties();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, "wrapped");
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:9092");
        all.put(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, wrapper);
        all.putAll(settings);
        CALLS.get().clear();
        return new TopologyConfig(new StreamsConfig(all));
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
}
