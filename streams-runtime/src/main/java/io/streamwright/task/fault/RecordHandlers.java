package io.streamwright.task.fault;

import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler;

/**
 * What a program wants done about single records. Immutable; the handlers are shared by all tasks.
 *
 * @param deserialization asked about records that cannot be read
 * @param processing asked about records that a processor throws at
 * @param production asked about records that cannot be serialized or that the log refuses
 * @param classifier says which errors of processors are errors of the transaction
 */
public record RecordHandlers(
        DeserializationExceptionHandler deserialization,
        ProcessingExceptionHandler processing,
        ProductionExceptionHandler production,
        ErrorClassifier classifier) {}
