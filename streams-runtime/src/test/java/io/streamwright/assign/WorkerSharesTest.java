package io.streamwright.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.processor.TaskId;
import io.streamwright.topology.SubTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerSharesTest {
    @Test
    void tasksOfOnePart_areSpreadOverAllWorkers() {
        List<PlannedTask> tasks = tasks(2, 4);

        List<List<PlannedTask>> shares = WorkerShares.deal(tasks, 2);

        assertThat(shares.get(0)).extracting(task -> task.id().toString()).containsExactly("0_0", "0_2", "1_0", "1_2");
        assertThat(shares.get(1)).extracting(task -> task.id().toString()).containsExactly("0_1", "0_3", "1_1", "1_3");
    }

    @Test
    void moreWorkersThanTasks_leavesSomeWithoutWork() {
        List<List<PlannedTask>> shares = WorkerShares.deal(tasks(1, 2), 3);

        assertThat(shares).extracting(List::size).containsExactly(1, 1, 0);
    }

    @Test
    void noWorker_isRefused() {
        assertThatThrownBy(() -> WorkerShares.deal(tasks(1, 1), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<PlannedTask> tasks(int parts, int partitions) {
        List<PlannedTask> tasks = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            for (int partition = 0; partition < partitions; partition++) {
                tasks.add(new PlannedTask(
                        new TaskId(part, partition), new SubTopology(part, List.of(), Set.of(), Map.of()), Map.of()));
            }
        }
        return tasks;
    }
}
