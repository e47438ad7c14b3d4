package io.streamwright.dsl.plan;

import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.ProcessorSupplier;

/** The processor of a step. */
public sealed interface StepWork {

    /**
     * A processor that may change keys. Immutable.
     *
     * @param supplier returns a new processor at each call
     */
    record FreeKey(ProcessorSupplier<?, ?, ?, ?> supplier) implements StepWork {}

    /**
     * A processor that keeps keys. Immutable.
     *
     * @param supplier returns a new processor at each call
     */
    record FixedKey(FixedKeyProcessorSupplier<?, ?, ?> supplier) implements StepWork {}
}
