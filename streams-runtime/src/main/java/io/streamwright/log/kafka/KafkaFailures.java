package io.streamwright.log.kafka;

import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/**
 * Gives what Kafka's clients throw the form that this log's contract names: what they wrap is unwrapped, and what a producer has given
 * up is not called retriable.
 *
 * <p>Immutable: holds nothing.
 */
final class KafkaFailures {
    private KafkaFailures() {}

    /** Returns the exception itself behind what futures and producers put around it. */
    static RuntimeException of(Throwable thrown) {
        Throwable failure = thrown;
        while (isWrapper(failure) && failure.getCause() != null) {
            failure = failure.getCause();
        }
        if (failure instanceof InterruptedException interrupt) {
            return new InterruptException(interrupt); // sets the thread's interrupt again
        }
        if (failure instanceof java.util.concurrent.TimeoutException timeout) {
            return new TimeoutException(timeout.getMessage(), timeout);
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException known ? known : new KafkaException(failure);
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof ExecutionException
                || failure instanceof CompletionException
                || failure.getClass() == KafkaException.class;
    }

    /**
     * Returns why records are not in their transaction. The producer has made all the attempts there were: sent once more they would
     * get new sequence numbers and might be written twice, so what is left is to abort, also where another try might succeed.
     */
    static RuntimeException ofRecords(String what, Throwable thrown) {
        RuntimeException failure = of(thrown);
        return failure instanceof RetriableException
                ? new TransactionAbortableException(
                        what + " could not be written, and the producer has given up: " + failure.getMessage(), failure)
                : failure;
    }

    /**
     * Returns why an abort failed. If the answer to an abort is that the transaction should be aborted, the producer is at its end: it
     * must be opened anew, which ends the transaction.
     */
    static RuntimeException ofAbort(String transactionalId, Throwable thrown) {
        RuntimeException failure = of(thrown);
        if (failure instanceof TransactionAbortableException || failure instanceof IllegalStateException) {
            ProducerFencedException ended = new ProducerFencedException("producer of " + transactionalId
                    + " cannot abort any more, open the id anew: " + failure.getMessage());
            ended.initCause(failure);
            return ended;
        }
        return failure;
    }

    /** Waits for the answer about one of the things that were asked for, and returns it, or throws why there is none. */
    static <K, T> T await(Map<K, KafkaFuture<T>> answers, K about) {
        KafkaFuture<T> answer = answers.get(about);
        if (answer == null) {
            throw new IllegalStateException("the admin client has no answer about " + about);
        }
        return await(answer);
    }

    /** Waits for an answer and returns it, or throws why there is none. */
    static <T> T await(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException | InterruptedException failure) {
            throw of(failure);
        }
    }
}
