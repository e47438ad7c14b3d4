package io.streamwright.processor.assignment.assignors;

import static io.streamwright.processor.assignment.AssignmentCase.byProcess;
import static io.streamwright.processor.assignment.AssignmentCase.ids;
import static io.streamwright.processor.assignment.AssignmentCase.text;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.AssignmentCase;
import io.streamwright.processor.assignment.AssignmentCase.ProcessCase;
import io.streamwright.processor.assignment.AssignmentCases;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import io.streamwright.processor.assignment.ProcessId;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignor.AssignmentError;
import io.streamwright.processor.assignment.TaskAssignor.TaskAssignment;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tasks keep running while their state moves, and end up balanced. */
class HighAvailabilityTaskAssignorTest {
    /** How many times more standbys may be placed anew, for tags that differ, when all tasks run where they are to. */
    private static final int ROUNDS_OF_STANDBYS = 3;

    private static final Instant NOW = Instant.parse("2024-05-01T12:00:00Z");

    private final HighAvailabilityTaskAssignor assignor =
            new HighAvailabilityTaskAssignor(Clock.fixed(NOW, ZoneOffset.UTC));

    @Property
    void everyTask_runsOnce_withItsStandbysElsewhere(@ForAll long seed) {
        AssignmentCase application = draw(seed);

        TaskAssignment answer = assignor.assign(application);

        assertThat(TaskAssignmentUtils.validateTaskAssignment(application, answer))
                .isEqualTo(AssignmentError.NONE);
        assertThat(answer.assignment().stream()
                        .flatMap(assignment -> ids(assignment, AssignedTask.Type.ACTIVE).stream()))
                .containsExactlyInAnyOrderElementsOf(application.allTasks().keySet());
        Loads loads = new Loads(application, byProcess(answer));
        long warmups = 0;
        for (TaskId task : application.allTasks().keySet()) {
            long wanted = wantedStandbys(application, task);
            assertThat(loads.standbys(task)).isBetween(wanted, wanted + 1);
            warmups += loads.standbys(task) - wanted;
        }
        assertThat(warmups).isLessThanOrEqualTo(application.configs().maxWarmupReplicas());
    }

    private static long wantedStandbys(AssignmentCase application, TaskId task) {
        return application.tasksWithChangelog().contains(task)
                ? Math.min(
                        application.configs().numStandbyReplicas(),
                        application.processes().size() - 1)
                : 0;
    }

    @Property
    void taskThatIsUpToDateSomewhere_runsWhereItIsUpToDate(@ForAll long seed) {
        AssignmentCase application = draw(seed);

        Loads loads = new Loads(application, byProcess(assignor.assign(application)));

        for (TaskId task : application.tasksWithChangelog()) {
            Set<ProcessCase> upToDate = application.processes().stream()
                    .filter(process -> process.lagFor(task) <= AssignmentCases.ACCEPTABLE_LAG)
                    .collect(toSet());
            if (!upToDate.isEmpty()) {
                assertThat(upToDate).as("who is up to date with %s", task).contains(loads.runner(task));
            }
        }
    }

    @Property
    void onceWarmUpsCatchUp_allIsBalancedInFewRounds_andThenNothingMoves(@ForAll long seed) {
        AssignmentCase application = draw(seed);
        int rounds = 0;
        TaskAssignment answer = assignor.assign(application);
        int limit = application.allTasks().size() / application.configs().maxWarmupReplicas() + 2;
        while (followUp(answer).isPresent()) {
            assertThat(followUp(answer))
                    .contains(NOW.plusMillis(application.configs().probingRebalanceIntervalMs()));
            assertThat(++rounds).as("rounds").isLessThanOrEqualTo(limit);
            application = application.after(answer, 0, AssignmentCases.FAR_BEHIND);
            answer = assignor.assign(application);
        }

        Loads loads = new Loads(application, byProcess(answer));
        Set<TaskId> withChangelog = application.tasksWithChangelog();
        assertThat(loads.isBalanced(withChangelog::contains)).isTrue();
        if (withChangelog.isEmpty()) {
            assertThat(loads.isBalanced(task -> true)).isTrue();
        }
        assertNothingRunsElsewhere_andStandbysComeToRest(application, answer);
    }

    private void assertNothingRunsElsewhere_andStandbysComeToRest(AssignmentCase first, TaskAssignment answer) {
        AssignmentCase application = first;
        TaskAssignment last = answer;
        boolean rests = false;
        for (int round = 0; round < ROUNDS_OF_STANDBYS && !rests; round++) {
            application = application.after(last, 0, AssignmentCases.FAR_BEHIND);
            TaskAssignment again = assignor.assign(application);
            assertThat(followUp(again)).isEmpty();
            assertThat(active(again)).isEqualTo(active(last));
            rests = text(byProcess(again)).equals(text(byProcess(last)));
            last = again;
        }
        assertThat(rests).as("standbys come to rest").isTrue();
    }

    private static Map<ProcessId, Set<TaskId>> active(TaskAssignment answer) {
        return answer.assignment().stream()
                .collect(toMap(
                        KafkaStreamsAssignment::processId,
                        assignment -> Set.copyOf(ids(assignment, AssignedTask.Type.ACTIVE))));
    }

    @Example
    void standbysWhoseTagsAreToDiffer_moveOnceMore_thenRest() {
        onceWarmUpsCatchUp_allIsBalancedInFewRounds_andThenNothingMoves(-222_383);
    }

    @Property
    void withoutFollowUp_everyTaskIsWhereItIsToBe_orNobodyHasMoreOfIt(@ForAll long seed) {
        AssignmentCase application = draw(seed);
        TaskAssignment answer = assignor.assign(application);

        if (followUp(answer).isEmpty()) {
            Loads loads = new Loads(application, byProcess(answer));
            assertThat(loads.isBalanced(application.tasksWithChangelog()::contains))
                    .isTrue();
        }
    }

    @Property
    void standbysDifferByTag_asFarAsTheyCan(@ForAll long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase application = cases.draw(40, cases.configs(1, List.of("zone"), "none"));
        Set<String> zones = application.processes().stream()
                .flatMap(process -> Optional.ofNullable(process.clientTags().get("zone")).stream())
                .collect(toSet());
        if (zones.size() < 2) {
            return;
        }
        application = application.after(assignor.assign(application), 0, 0);

        TaskAssignment answer = assignor.assign(application);

        assertThat(followUp(answer)).isEmpty();
        Loads loads = new Loads(application, byProcess(answer));
        for (KafkaStreamsAssignment assignment : answer.assignment()) {
            String zone =
                    application.process(assignment.processId()).clientTags().get("zone");
            for (TaskId standby : ids(assignment, AssignedTask.Type.STANDBY)) {
                String other = loads.runner(standby).clientTags().get("zone");
                assertThat(zone == null || !zone.equals(other))
                        .as("zones %s and %s of %s", other, zone, standby)
                        .isTrue();
            }
        }
    }

    @Property
    void moreWarmUpsThanAllowed_takeTurns(@ForAll long seed) {
        // given a process that has everything, and one that joins with nothing
        AssignmentCases cases = new AssignmentCases(seed);
        AssignmentCase drawn = cases.draw(40, cases.configs(0, List.of(), "none"));
        AssignmentCase alone = new AssignmentCase(drawn.processes().subList(0, 1), drawn.tasks(), drawn.configs());
        AssignmentCase settled = alone.after(assignor.assign(alone), 0, 0);
        ProcessCase owner = settled.processes().get(0);
        ProcessCase joining = new ProcessCase(
                new AssignmentCases(seed + 1)
                        .draw(1, drawn.configs())
                        .processes()
                        .get(0)
                        .processId(),
                owner.numProcessingThreads(),
                new TreeSet<>(),
                new TreeSet<>(),
                settled.tasksWithChangelog().stream().collect(toMap(task -> task, task -> AssignmentCases.FAR_BEHIND)),
                owner.clientTags(),
                owner.rackId());
        AssignmentCase application = new AssignmentCase(List.of(owner, joining), settled.tasks(), settled.configs());

        TaskAssignment answer = assignor.assign(application);

        // then all that have state stay, and half of them are on their way
        int moving = application.tasksWithChangelog().size() / 2;
        Set<TaskId> joined = new HashSet<>(ids(byProcess(answer).get(joining.processId()), AssignedTask.Type.ACTIVE));
        joined.retainAll(application.tasksWithChangelog());
        assertThat(joined).isEmpty();
        assertThat(ids(byProcess(answer).get(joining.processId()), AssignedTask.Type.STANDBY))
                .hasSize(Math.min(moving, application.configs().maxWarmupReplicas()));
        assertThat(followUp(answer).isPresent()).isEqualTo(moving > 0);
    }

    private static Optional<Instant> followUp(TaskAssignment answer) {
        return answer.assignment().stream()
                .flatMap(assignment -> assignment.followupRebalanceDeadline().stream())
                .findFirst();
    }

    private static AssignmentCase draw(long seed) {
        AssignmentCases cases = new AssignmentCases(seed);
        List<String> tags = List.of(List.<String>of(), List.of("zone"), List.of("zone", "cluster"))
                .get(cases.upTo(2));
        String strategy =
                List.of("none", "none", "min_traffic", "balance_subtopology").get(cases.upTo(3));
        return cases.draw(40, cases.configs(cases.upTo(2), tags, strategy));
    }
}
