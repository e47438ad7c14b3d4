package io.streamwright.transaction;

import io.streamwright.errors.ErrorCategory;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became of a task's transactions so far. Immutable.
 *
 * @param commits committed ones
 * @param aborts aborted ones
 * @param reinitializations how often the transactional id was opened
 * @param errors how many errors of the log there were, by category; a category without any is missing
 */
public record TransactionCounters(long commits, long aborts, long reinitializations, Map<ErrorCategory, Long> errors) {

    /** Nothing happened yet. */
    public static final TransactionCounters NONE = new TransactionCounters(0, 0, 0, Map.of());

    public TransactionCounters {
        errors = Map.copyOf(errors);
    }

    TransactionCounters committed() {
        return new TransactionCounters(commits + 1, aborts, reinitializations, errors);
    }

    TransactionCounters aborted() {
        return new TransactionCounters(commits, aborts + 1, reinitializations, errors);
    }

    TransactionCounters reinitialized() {
        return new TransactionCounters(commits, aborts, reinitializations + 1, errors);
    }

    TransactionCounters failed(ErrorCategory category) {
        Map<ErrorCategory, Long> counted = new EnumMap<>(ErrorCategory.class);
        counted.putAll(errors);
        counted.merge(category, 1L, Long::sum);
        return new TransactionCounters(commits, aborts, reinitializations, counted);
    }
}
