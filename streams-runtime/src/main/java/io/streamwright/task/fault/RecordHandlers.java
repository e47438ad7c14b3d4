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
        ErrorClassifier classifier) {

    /**
     * Returns handlers that answer as these do, but for dead letters. A store that is restored meets the same bad records again, and each
     * instance meets those of a global store: letters would be written again and again.
     */
    public RecordHandlers withoutLetters() {
        return UnwrittenLetters.of(this);
    }
}
