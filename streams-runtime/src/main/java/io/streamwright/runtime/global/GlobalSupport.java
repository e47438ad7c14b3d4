package io.streamwright.runtime.global;

import io.streamwright.store.RestoreProgress;
import io.streamwright.task.TaskStatus;
import io.streamwright.transaction.ErrorRules;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The application, as the reader of global topics sees it. Immutable.
 *
 * @param errors how errors of the log are answered
 * @param pollMs how long the reader waits when there is nothing to do, in milliseconds
 * @param progress follows the restoring of the stores
 * @param triesAgain told of each failure; returns whether the reader is to try again, else the application ends
 * @param status takes how the stores stand, after each step
 */
public record GlobalSupport(
        ErrorRules errors,
        long pollMs,
        RestoreProgress progress,
        Predicate<RuntimeException> triesAgain,
        Consumer<TaskStatus> status) {}
