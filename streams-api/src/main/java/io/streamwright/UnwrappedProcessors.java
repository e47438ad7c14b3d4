package io.streamwright;

import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.ProcessorWrapper;
import io.streamwright.processor.api.WrappedFixedKeyProcessorSupplier;
import io.streamwright.processor.api.WrappedProcessorSupplier;
import org.jspecify.annotations.Nullable;

/** Leaves all processors as they are: the wrapper of programs that name none. Thread-safe: holds nothing. */
enum UnwrappedProcessors implements ProcessorWrapper {
    /** The only one. */
    INSTANCE;

    @Override
    public <
                    KIn extends @Nullable Object,
                    VIn extends @Nullable Object,
                    KOut extends @Nullable Object,
                    VOut extends @Nullable Object>
            WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                    String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
        return ProcessorWrapper.asWrapped(processorSupplier);
    }

    @Override
    public <KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
            WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                    String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
        return ProcessorWrapper.asWrappedFixedKey(processorSupplier);
    }
}
