package io.streamwright.log.embedded.execution;

import org.apache.kafka.common.KafkaException;

/**
 * Something that a client asks of the log.
 *
 * <p>Immutable message, apart from the future with its reply, which the loop completes.
 */
public interface LogRequest {
    /** What a request counts for against the bytes in flight if it carries no records. */
    int SMALL_BYTES = 256;

    /** Decides about it, applies the decision, and leaves the reply with the round. Loop only; in order of arrival. */
    void execute(ProtocolExecutor log);

    /** Replies that the log could not do it: nothing was done, or it is not known. Loop only, or the sender once that has ended. */
    void fail(KafkaException failure);

    /** Returns how many bytes it keeps in memory while it waits. */
    default int sizeBytes() {
        return SMALL_BYTES;
    }
}
