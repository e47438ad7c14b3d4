package io.streamwright.processor.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KafkaStreamsAssignmentTest {
    private static final ProcessId PROCESS = new ProcessId(new UUID(0, 1));
    private static final AssignedTask ACTIVE = new AssignedTask(new TaskId(0, 1), AssignedTask.Type.ACTIVE);
    private static final AssignedTask STANDBY = new AssignedTask(new TaskId(0, 1), AssignedTask.Type.STANDBY);
    private static final AssignedTask OTHER = new AssignedTask(new TaskId(0, 0), AssignedTask.Type.STANDBY);

    @Test
    void tasks_areAViewInOrder() {
        KafkaStreamsAssignment assignment = KafkaStreamsAssignment.of(PROCESS, Set.of(ACTIVE, OTHER));

        assertThat(assignment.processId()).isEqualTo(PROCESS);
        assertThat(assignment.tasks().values()).containsExactly(OTHER, ACTIVE);
        assertThatThrownBy(() -> assignment.tasks().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void taskAssignedAgain_replacesTheOther_andIsRemovedByItsId() {
        KafkaStreamsAssignment assignment = KafkaStreamsAssignment.of(PROCESS, Set.of(ACTIVE));

        assignment.assignTask(STANDBY);
        assertThat(assignment.tasks().values()).containsExactly(STANDBY);

        assignment.removeTask(ACTIVE);
        assignment.removeTask(OTHER);
        assertThat(assignment.tasks()).isEmpty();
    }

    @Test
    void taskTwice_isRefused() {
        assertThatThrownBy(() -> KafkaStreamsAssignment.of(PROCESS, Set.of(ACTIVE, STANDBY)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("0_1 ACTIVE")
                .hasMessageContaining("0_1 STANDBY");
    }

    @Test
    void followUp_isOfACopy() {
        KafkaStreamsAssignment assignment = KafkaStreamsAssignment.of(PROCESS, Set.of(ACTIVE));

        KafkaStreamsAssignment copy = assignment.withFollowupRebalance(Instant.EPOCH);
        copy.assignTask(OTHER);

        assertThat(copy.followupRebalanceDeadline()).contains(Instant.EPOCH);
        assertThat(assignment.followupRebalanceDeadline()).isEmpty();
        assertThat(assignment.tasks().values()).containsExactly(ACTIVE);
    }

    @Test
    void assignedTasks_areEqualByIdAndType() {
        assertThat(ACTIVE)
                .isEqualTo(new AssignedTask(new TaskId(0, 1), AssignedTask.Type.ACTIVE))
                .isNotEqualTo(STANDBY);
        assertThat(ACTIVE).hasSameHashCodeAs(new AssignedTask(new TaskId(0, 1), AssignedTask.Type.ACTIVE));
        assertThat(ACTIVE.id()).isEqualTo(new TaskId(0, 1));
        assertThat(ACTIVE.type()).isEqualTo(AssignedTask.Type.ACTIVE);
    }

    @Test
    void processes_areEqualAndOrderedById() {
        ProcessId second = new ProcessId(new UUID(0, 2));
        assertThat(PROCESS)
                .isEqualTo(new ProcessId(new UUID(0, 1)))
                .hasSameHashCodeAs(new ProcessId(new UUID(0, 1)))
                .isNotEqualTo(second)
                .isLessThan(second);
        assertThat(PROCESS.id()).isEqualTo(new UUID(0, 1));
        assertThat(PROCESS).hasToString(new UUID(0, 1).toString());
        assertThat(ProcessId.randomProcessId()).isNotEqualTo(ProcessId.randomProcessId());
    }

    @Test
    void answer_keepsItsAssignments() {
        KafkaStreamsAssignment assignment = KafkaStreamsAssignment.of(PROCESS, Set.of());
        assertThat(new TaskAssignor.TaskAssignment(List.of(assignment)).assignment())
                .containsExactly(assignment);
    }
}
