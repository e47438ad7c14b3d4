package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.TransactionApi;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What a client learns of its request: nothing against it, or the category of the exception that a client of the log would get.
 * Immutable.
 *
 * @param category null for a success
 * @param what for the trace
 */
record Answer(@Nullable ErrorCategory category, String what) {
    private static final ErrorClassifier CLASSIFIER = ErrorClassifier.standard();

    static Answer of(@Nullable KafkaException failure, TransactionApi api) {
        return failure == null
                ? new Answer(null, "ok")
                : new Answer(
                        CLASSIFIER.classify(failure, api), failure.getClass().getSimpleName());
    }

    @Override
    public String toString() {
        return what;
    }
}
