package io.streamwright.processor.assignment.assignors;

import static io.streamwright.processor.assignment.AssignmentCase.byProcess;
import static io.streamwright.processor.assignment.AssignmentCase.ids;
import static io.streamwright.processor.assignment.AssignmentCase.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.AssignmentCase;
import io.streamwright.processor.assignment.AssignmentCases;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.PeerApplication;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignor.AssignmentError;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Our sticky assignor is as balanced as that of Kafka Streams, and moves no more. */
class StickyTaskAssignorDifferentialTest {

    @Property
    void balancesAsWell_andMovesNoMore(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(24, cases.configs(cases.upTo(2), List.of(), "none"));
        PeerApplication peer = PeerApplication.of(application);

        TaskAssignment answer = new StickyTaskAssignor().assign(application);
        Loads ours = new Loads(application, byProcess(answer));
        Loads theirs = new Loads(
                application,
                peer.ours(new org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor()
                        .assign(peer)
                        .assignment()));

        assertWhole(application, answer);
        assertThat(ours.isBalanced(task -> true)).isTrue();
        assertThat(ours.largest()).isLessThanOrEqualTo(theirs.largest());
        if (theirs.isBalanced(task -> true)) {
            assertThat(ours.kept()).isGreaterThanOrEqualTo(theirs.kept());
        }
        for (TaskId task : application.allTasks().keySet()) {
            assertThat(ours.standbys(task)).as("standbys of %s", task).isEqualTo(theirs.standbys(task));
        }
    }

    @Property
    void whereNothingChanged_nothingMoves(@ForAll long seed, @ForAll boolean withRacks) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application =
                cases.draw(24, cases.configs(cases.upTo(2), List.of(), withRacks ? "min_traffic" : "none"));
        TaskAssignment first = new StickyTaskAssignor().assign(application);
        AssignmentCase next = application.after(first, 0, AssignmentCases.FAR_BEHIND);

        TaskAssignment second = new StickyTaskAssignor().assign(next);

        assertWhole(application, second);
        assertThat(activeOf(second)).isEqualTo(activeOf(first));
    }

    private static Map<ProcessId, Set<TaskId>> activeOf(TaskAssignment answer) {
        Map<ProcessId, Set<TaskId>> active = new HashMap<>();
        byProcess(answer)
                .forEach((process, assignment) -> active.put(process, ids(assignment, AssignedTask.Type.ACTIVE)));
        return active;
    }

    @Property
    void mustPreserve_leavesAllWhereTheyRan(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(24, cases.configs(cases.upTo(2), List.of(), "min_traffic"));

        TaskAssignment answer = new StickyTaskAssignor(true).assign(application);

        assertWhole(application, answer);
        Map<ProcessId, KafkaStreamsAssignment> assignments = byProcess(answer);
        application
                .processes()
                .forEach(process -> assertThat(ids(assignments.get(process.processId()), AssignedTask.Type.ACTIVE))
                        .containsAll(process.previousActiveTasks()));
        assertThat(answer.assignment().stream().flatMap(assignment -> assignment.followupRebalanceDeadline().stream()))
                .containsExactly(Instant.EPOCH);
    }

    @Property
    void sameQuestion_hasTheSameAnswer(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application =
                cases.draw(24, cases.configs(cases.upTo(2), List.of("zone"), "balance_subtopology"));

        assertThat(text(byProcess(new StickyTaskAssignor().assign(application))))
                .isEqualTo(text(byProcess(new StickyTaskAssignor().assign(application))));
    }

    private static void assertWhole(AssignmentCase application, TaskAssignment answer) {
        assertThat(TaskAssignmentUtils.validateTaskAssignment(application, answer))
                .isEqualTo(AssignmentError.NONE);
        Set<TaskId> active = new HashSet<>();
        answer.assignment().forEach(assignment -> active.addAll(ids(assignment, AssignedTask.Type.ACTIVE)));
        assertThat(active).isEqualTo(application.allTasks().keySet());
    }
}
