package io.streamwright.errors;

import java.util.Map;
import org.apache.kafka.common.Configurable;

/**
 * Decides what is done about an error of a task's transaction (KIP-1050).
 *
 * <p>Set by {@code transaction.error.handler}, to a class or to an object. Called by the worker whose task met the error, for one of
 * its tasks at a time; one handler may serve several workers, so it must be thread-safe. The task waits for the answer, and so do
 * the other tasks of the worker.
 */
@FunctionalInterface
public interface TransactionErrorHandler extends Configurable {

    /**
     * Decides.
     *
     * @return an answer that is {@linkplain TransactionErrorResponse#isLegalFor legal} for the error's category; any other is
     *     refused, not obeyed
     */
    TransactionErrorResponse handle(TransactionErrorContext context);

    /**
     * Takes what the handler wants to know of the application's settings. Called once, before the first error; does nothing unless
     * overridden.
     *
     * @param configs all settings by name, those of the program's own included
     */
    @Override
    default void configure(Map<String, ?> configs) {}
}
