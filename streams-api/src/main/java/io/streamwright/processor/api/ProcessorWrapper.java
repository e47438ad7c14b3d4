package io.streamwright.processor.api;

import static java.util.Objects.requireNonNull;

import io.streamwright.state.StoreBuilder;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * Sees the supplier of every processor of a topology, and may put another one in its place (KIP-1112).
 *
 * <p>Named by {@code processor.wrapper.class}; it needs a constructor without parameters. One is made and configured for each
 * {@link io.streamwright.Topology} with a {@link io.streamwright.TopologyConfig}, and asked once for each processor that is added: those of
 * the program and those that operators of the DSL are made of, but for those that keep global and read-only stores. Which operators there are, their order and their generated names may
 * change with the version and with optimizations.
 *
 * <p>Called by the thread that builds the program. An exception that it throws ends the building.
 */
public interface ProcessorWrapper extends Configurable {

    /** Takes the application's settings, by name; nothing is taken unless overridden. */
    @Override
    default void configure(Map<String, ?> configs) {}

    /**
     * Returns what makes the processors of a node.
     *
     * @param processorName the node's name
     * @param processorSupplier what would make them; its stores are those of the node, but for stores that are connected by name
     * @return {@link #asWrapped} to leave all as it is; never null
     */
    <
                    KIn extends @Nullable Object,
                    VIn extends @Nullable Object,
                    KOut extends @Nullable Object,
                    VOut extends @Nullable Object>
            WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                    String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier);

    /**
     * Returns what makes the processors of a node whose records keep their key.
     *
     * @param processorName the node's name
     * @param processorSupplier what would make them; its stores are those of the node, but for stores that are connected by name
     * @return {@link #asWrappedFixedKey} to leave all as it is; never null
     */
    <KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
            WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                    String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier);

    /** Returns a supplier of the same processors and stores. */
    static <
                    KIn extends @Nullable Object,
                    VIn extends @Nullable Object,
                    KOut extends @Nullable Object,
                    VOut extends @Nullable Object>
            WrappedProcessorSupplier<KIn, VIn, KOut, VOut> asWrapped(
                    ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
        requireNonNull(processorSupplier, "processor supplier");
        return new WrappedProcessorSupplier<>() {
            @Override
            public Processor<KIn, VIn, KOut, VOut> get() {
                return processorSupplier.get();
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }

    /** Returns a supplier of the same fixed-key processors and stores. */
    static <KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
            WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> asWrappedFixedKey(
                    FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
        requireNonNull(processorSupplier, "processor supplier");
        return new WrappedFixedKeyProcessorSupplier<>() {
            @Override
            public FixedKeyProcessor<KIn, VIn, VOut> get() {
                return processorSupplier.get();
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }
}
