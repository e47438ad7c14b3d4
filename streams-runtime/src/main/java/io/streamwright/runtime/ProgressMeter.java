package io.streamwright.runtime;

import com.google.common.collect.Iterables;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.LogClient;
import io.streamwright.task.TaskEnvironment;
import io.streamwright.task.TaskStatus;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Says how far an application is.
 *
 * <p>Caught up is a statement about all tasks at one moment: their statuses are read, then the ends of their inputs, then the
 * statuses again. If nothing changed in between and every task had consumed its inputs to the end, nothing was left anywhere.
 *
 * <p>Thread-safe.
 */
final class ProgressMeter {
    private final StatusBoard board;
    private final LogClient log;
    private final IntSupplier tasks;

    /**
     * Makes a meter.
     *
     * @param board where all of this instance's tasks report
     * @param log says how far their inputs go
     * @param tasks returns how many tasks this instance has, those that feed global stores included
     */
    ProgressMeter(StatusBoard board, LogClient log, IntSupplier tasks) {
        this.board = board;
        this.log = log;
        this.tasks = tasks;
    }

    AppProgress read() {
        StatusBoard.Snapshot before = board.snapshot();
        Map<TopicPartition, Long> consumed = new HashMap<>();
        long records = 0;
        long transactions = 0;
        long aborts = 0;
        long dropped = 0;
        Map<ErrorCategory, Long> errors = new EnumMap<>(ErrorCategory.class);
        boolean settled = before.statuses().size() == tasks.getAsInt();
        for (TaskStatus status : before.statuses().values()) {
            consumed.putAll(status.consumed());
            settled &= status.settled();
        }
        for (TaskStatus status : Iterables.concat(before.statuses().values(), before.former())) {
            records += status.records();
            transactions += status.transactions().commits();
            aborts += status.transactions().aborts();
            dropped += status.allDropped();
            status.transactions().errors().forEach((category, count) -> errors.merge(category, count, Long::sum));
        }
        TaskStatus global = before.statuses().get(TaskEnvironment.GLOBAL);
        records -= global == null ? 0 : global.records(); // they belong to no task
        long lag = 0;
        for (Map.Entry<TopicPartition, Long> end :
                log.topics().stableOffsets(consumed.keySet()).entrySet()) {
            lag += Math.max(0, end.getValue() - consumed.getOrDefault(end.getKey(), 0L));
        }
        boolean unchanged = board.snapshot().version() == before.version();
        return new AppProgress(records, transactions, aborts, dropped, errors, lag, settled && lag == 0 && unchanged);
    }
}
