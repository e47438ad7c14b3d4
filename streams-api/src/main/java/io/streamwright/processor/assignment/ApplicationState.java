package io.streamwright.processor.assignment;

import io.streamwright.processor.TaskId;
import java.util.Map;

/** What an assignor is told about an application: its tasks, and the processes that can run them (KIP-924). Immutable. */
public interface ApplicationState {

    /**
     * Returns the processes, by id.
     *
     * @param computeTaskLags whether {@link KafkaStreamsState#lagFor} and what else speaks of lags will be asked; finding the lags
     *     may take calls to the log
     */
    Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags);

    /** Returns the settings that concern assignment. */
    AssignmentConfigs assignmentConfigs();

    /** Returns all tasks, by id. */
    Map<TaskId, TaskInfo> allTasks();
}
