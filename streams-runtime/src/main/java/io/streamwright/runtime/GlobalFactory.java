package io.streamwright.runtime;

import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.log.LogClient;
import io.streamwright.runtime.StatusBoard.TaskStatusReport;
import io.streamwright.runtime.global.GlobalReader;
import io.streamwright.runtime.global.GlobalSupport;
import io.streamwright.state.StoreBuilder;
import io.streamwright.store.RestoreProgress;
import io.streamwright.task.GlobalTask;
import io.streamwright.task.TaskDefinition;
import io.streamwright.task.TaskEnvironment;
import io.streamwright.topology.Blueprint;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes what keeps a program's global stores.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
final class GlobalFactory {
    /** Directory of the global stores, beside those of the tasks. */
    private static final String DIRECTORY = "global";

    private final Blueprint program;
    private final RuntimeSettings settings;

    GlobalFactory(Blueprint program, RuntimeSettings settings) {
        this.program = program;
        this.settings = settings;
    }

    /**
     * Opens the stores, and makes what feeds them; empty if the program has no global ones.
     *
     * @param inputs the partitions of their topics, with the store that each feeds
     * @param log where the topics are
     * @param support the application
     * @param progress follows the restoring
     */
    Optional<Opened> open(
            Map<TopicPartition, String> inputs, LogClient log, WorkerSupport support, RestoreProgress progress) {
        if (program.globals().isEmpty()) {
            return Optional.empty();
        }
        GlobalSupport application = new GlobalSupport(
                support.settings().errors(),
                support.settings().pollMs(),
                progress,
                failure -> support.judge().judge(failure) == StreamThreadExceptionResponse.REPLACE_THREAD,
                status -> support.board().publish(new TaskStatusReport(TaskEnvironment.GLOBAL, status)));
        GlobalTask task = openStores(support);
        try {
            return Optional.of(new Opened(task, new GlobalReader(inputs, task, log, application)));
        } catch (RuntimeException | Error e) {
            task.close();
            throw e;
        }
    }

    private GlobalTask openStores(WorkerSupport support) {
        Map<String, StoreBuilder<?>> builders = new HashMap<>();
        program.stores().forEach((name, store) -> builders.put(name, store.builder()));
        TaskEnvironment environment = new TaskEnvironment(
                settings.applicationId(),
                TaskEnvironment.GLOBAL,
                settings.configs(),
                settings.stateDirectory().resolve(DIRECTORY).toFile(),
                settings.keySerde().get(),
                settings.valueSerde().get(),
                support.clock(),
                support.metrics());
        return new GlobalTask(program.globals(), builders, environment, settings.task());
    }

    /**
     * Global stores at work. Owner: the loop that reads their topics.
     *
     * @param task keeps them
     * @param reader feeds them
     */
    record Opened(GlobalTask task, GlobalReader reader) {

        /** Returns the stores of an application that may have none, for its tasks. */
        static TaskDefinition.GlobalStores stores(Optional<Opened> opened) {
            return opened.isPresent() ? opened.get().task() : TaskDefinition.GlobalStores.NONE;
        }
    }
}
