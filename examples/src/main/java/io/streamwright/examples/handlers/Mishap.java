package io.streamwright.examples.handlers;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultBuilder;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.NotCoordinatorException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/**
 * Something that happens to one task. Immutable.
 *
 * @param category what it means for the task's transaction
 * @param story what happens, in words
 * @param task partition of the task that it happens to
 * @param call which call of the log fails
 * @param times how often it fails in a row; 0: until somebody helps
 * @param failure what the log throws
 */
record Mishap(
        ErrorCategory category, String story, int task, LogCall call, int times, Supplier<RuntimeException> failure) {

    /** One of each category that a task gets over by itself. */
    static final List<Mishap> PASSING = List.of(
            new Mishap(
                    ErrorCategory.PRODUCER_RETRIABLE,
                    "the log still ends the transaction before, and cannot commit yet",
                    1,
                    LogCall.COMMIT,
                    3,
                    () -> new ConcurrentTransactionsException("the transaction before is being ended")),
            new Mishap(
                    ErrorCategory.PRODUCER_REFRESH_RETRIABLE,
                    "the coordinator of the transaction has moved to another broker",
                    2,
                    LogCall.COMMIT,
                    2,
                    () -> new NotCoordinatorException("the coordinator has moved")),
            new Mishap(
                    ErrorCategory.ABORTABLE,
                    "the log says that this transaction cannot commit",
                    3,
                    LogCall.APPEND,
                    1,
                    () -> new TransactionAbortableException("the transaction has to be aborted")),
            new Mishap(
                    ErrorCategory.APPLICATION_RECOVERABLE,
                    "somebody else has opened the task's transactional id",
                    4,
                    LogCall.COMMIT,
                    1,
                    () -> new ProducerFencedException("there is a newer producer with this transactional id")));

    /** One that somebody has to help with. */
    static final Mishap LASTING = new Mishap(
            ErrorCategory.INVALID_CONFIGURATION,
            "the right to write the topic " + CountProgram.COUNTS + " is taken away",
            5,
            LogCall.APPEND,
            0,
            () -> new TopicAuthorizationException(Set.of(CountProgram.COUNTS)));

    /** Lets it happen, from the task's next call on. */
    Fault strike(FaultyLog log) {
        FaultBuilder fault = log.at(call).ofWriter(CountProgram.writer(task));
        return (times == 0 ? fault.always() : fault.times(times)).fail(failure);
    }
}
