package io.streamwright.store;

import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.TaskId;
import io.streamwright.store.committed.FlushLimits;
import io.streamwright.store.view.RecordInWork;
import java.nio.file.Path;
import java.util.List;

/**
 * What the stores of a task are opened with. Immutable.
 *
 * @param taskId the task
 * @param directory the task's own directory; made if a store needs it
 * @param stores the stores
 * @param current what is known of the record in work; asked at each write
 * @param context what stores may know of their task; default serdes come from it
 * @param cacheMaxBytes how many bytes of committed values are kept on the heap, over all stores; 0 for none
 * @param flushLimits when committed state goes to disk
 */
public record TaskStoresOptions(
        TaskId taskId,
        Path directory,
        List<TaskStore> stores,
        RecordInWork current,
        StateStoreContext context,
        long cacheMaxBytes,
        FlushLimits flushLimits) {

    public TaskStoresOptions {
        stores = List.copyOf(stores);
        if (cacheMaxBytes < 0) {
            throw new IllegalArgumentException(
                    "cache of task " + taskId + " cannot have a negative size: " + cacheMaxBytes);
        }
    }

    /** The same with {@link FlushLimits#DEFAULT}. */
    public TaskStoresOptions(
            TaskId taskId,
            Path directory,
            List<TaskStore> stores,
            RecordInWork current,
            StateStoreContext context,
            long cacheMaxBytes) {
        this(taskId, directory, stores, current, context, cacheMaxBytes, FlushLimits.DEFAULT);
    }
}
