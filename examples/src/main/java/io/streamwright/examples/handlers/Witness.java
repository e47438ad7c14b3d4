package io.streamwright.examples.handlers;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.TransactionErrorContext;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.errors.TransactionErrorResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A handler that answers as the one by default does, and remembers. A program would alert somebody here, or decide otherwise.
 *
 * <p>Thread-safe: workers ask it, and keep what they asked in a list that is copied when it changes.
 */
final class Witness implements TransactionErrorHandler {
    private final TransactionErrorHandler rules = new CategoryTransactionErrorHandler();
    private final List<Answer> answers = new CopyOnWriteArrayList<>();

    @Override
    public TransactionErrorResponse handle(TransactionErrorContext context) {
        TransactionErrorResponse response = rules.handle(context);
        answers.add(new Answer(context, response));
        return response;
    }

    /** Returns the answers from one on, in the order in which they were given. */
    List<Answer> answersFrom(int index) {
        List<Answer> given = List.copyOf(answers);
        return given.subList(index, given.size());
    }

    int answered() {
        return answers.size();
    }

    /**
     * What was asked and answered. Immutable.
     *
     * @param question the error
     * @param response the answer
     */
    record Answer(TransactionErrorContext question, TransactionErrorResponse response) {
        @Override
        public String toString() {
            return "task " + question.taskId() + " failed with "
                    + question.cause().getClass().getSimpleName() + ": " + question.category() + ", attempt "
                    + question.attempt() + " -> " + response.action();
        }
    }
}
