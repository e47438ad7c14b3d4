package io.streamwright.task;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Dead letters of a record that failed its task: they are written when the task's transaction is taken back, and only then does
 * anybody hear of the failure.
 *
 * <p>Owner: the task.
 */
final class PendingLetters {
    private final TaskFailure failure;
    private boolean handedOver;

    PendingLetters(TaskFailure failure) {
        this.failure = failure;
    }

    TaskFailure failure() {
        return failure;
    }

    List<ProducerRecord<byte[], byte[]>> letters() {
        return failure.deadLetters();
    }

    /** Returns whether they were added to a transaction that was asked to commit. */
    boolean areHandedOver() {
        return handedOver;
    }

    void handedOver() {
        handedOver = true;
    }

    /** Their transaction was taken back as well: they have to be added anew. */
    void takenBack() {
        handedOver = false;
    }

    /** Returns the failure, which says that the letters could not be written and why. */
    TaskFailure unwritten(Throwable cause) {
        failure.addSuppressed(new IllegalStateException(
                letters().size() + " dead letters of it could not be written: " + cause.getMessage(), cause));
        return failure;
    }
}
