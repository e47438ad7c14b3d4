package io.streamwright.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.processor.TaskId;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.errors.SerializationException;

/** Rounds give every task to somebody, never to two, and come to rest. */
final class GroupLeaderTest {
    private static final List<TaskId> TASKS = IntStream.range(0, 7)
            .mapToObj(partition -> new TaskId(0, partition))
            .toList();

    /** Who comes (a number) or goes (its negative) before each round; members 1 to 5. */
    @Provide
    Arbitrary<List<Integer>> changes() {
        return Arbitraries.integers().between(-5, 5).list().ofMinSize(1).ofMaxSize(20);
    }

    @Property
    void tasksAreNeverAtTwoPlaces_andAllAreSomewhereWhenNobodyMovesAnyMore(@ForAll("changes") List<Integer> changes) {
        GroupLeader leader = new GroupLeader(new EvenPlacement(TASKS));
        Map<String, Set<TaskId>> held = new TreeMap<>();
        held.put("m0", Set.of());
        for (int change : changes) {
            if (change > 0) {
                held.putIfAbsent("m" + change, Set.of());
            } else if (change < 0) {
                held.remove("m" + -change);
            }
            round(leader, held);
        }
        int more = 0;
        while (round(leader, held)) {
            more++;
            assertThat(more).as("rounds until it rests").isLessThan(4);
        }
        assertThat(held.values().stream().flatMap(Set::stream)).containsExactlyInAnyOrderElementsOf(TASKS);
        int fewest = held.values().stream().mapToInt(Set::size).min().orElseThrow();
        int most = held.values().stream().mapToInt(Set::size).max().orElseThrow();
        assertThat(most - fewest).isLessThanOrEqualTo(1);
    }

    /** Members do what they are told. Returns whether anything has changed. */
    private static boolean round(GroupLeader leader, Map<String, Set<TaskId>> held) {
        Map<String, MemberState> states = new HashMap<>();
        held.forEach((member, tasks) -> states.put(member, state(tasks)));
        Map<String, MemberPart> parts = leader.lead(states);
        Set<TaskId> given = new HashSet<>();
        parts.forEach((member, part) -> part.active().forEach(task -> {
            assertThat(given.add(task)).as("task %s is given once", task).isTrue();
            held.forEach((other, tasks) ->
                    assertThat(!other.equals(member) && tasks.contains(task)).isFalse());
        }));
        Map<String, Set<TaskId>> before = new HashMap<>(held);
        parts.forEach((member, part) -> held.put(member, part.active()));
        return !before.equals(held);
    }

    private static MemberState state(Set<TaskId> held) {
        return new MemberState(new Instance(new UUID(1, 2), 1, "", "", Map.of()), 7, held, Map.of(), "");
    }

    @Example
    void taskThatSomebodyElseHas_isNobodysInThisRound() {
        GroupLeader leader = new GroupLeader(members -> Map.of("new", Set.copyOf(TASKS), "old", Set.of()));

        Map<String, MemberPart> parts =
                leader.lead(Map.of("old", state(Set.of(TASKS.get(0))), "new", state(Set.of(TASKS.get(1)))));

        assertThat(parts.get("old").active()).isEmpty();
        assertThat(parts.get("new").active()).doesNotContain(TASKS.get(0)).hasSize(TASKS.size() - 1);
    }

    @Example
    void oneThatWasAway_hasNothingThatAnotherWasGivenSince() {
        GroupLeader leader = new GroupLeader(members -> Map.of("owner", Set.copyOf(TASKS), "late", Set.of()));
        MemberState late = new MemberState(
                new Instance(new UUID(1, 2), 1, "", "", Map.of()), 3, Set.of(TASKS.get(0)), Map.of(), "");

        Map<String, MemberPart> parts = leader.lead(Map.of("late", late, "owner", state(Set.of(TASKS.get(0)))));

        assertThat(parts.get("owner").active()).containsExactlyInAnyOrderElementsOf(TASKS);
    }

    @Example
    void membersLearnWhoTakesRequests() {
        GroupLeader leader = new GroupLeader(new EvenPlacement(TASKS.subList(0, 1)));
        MemberState reachable =
                new MemberState(new Instance(new UUID(1, 2), 1, "here:80", "", Map.of()), 7, Set.of(), Map.of(), "");

        Map<String, MemberPart> parts = leader.lead(Map.of("a", reachable));

        assertThat(parts.get("a").activeByHost()).isEqualTo(Map.of("here:80", Set.of(TASKS.get(0))));
    }

    @Example
    void oneThatAsksAllToStop_isHeardByAll() {
        GroupLeader leader = new GroupLeader(new EvenPlacement(TASKS));
        MemberState asking =
                new MemberState(new Instance(new UUID(1, 2), 1, "", "", Map.of()), 7, Set.of(), Map.of(), "disk full");

        Map<String, MemberPart> parts = leader.lead(Map.of("a", asking, "b", state(Set.of())));

        assertThat(parts.values()).extracting(MemberPart::stop).containsOnly("disk full");
    }

    @Example
    void moreWorkers_getMoreTasks() {
        MemberState big = new MemberState(new Instance(new UUID(1, 3), 6, "", "", Map.of()), 7, Set.of(), Map.of(), "");

        Map<String, Set<TaskId>> placed = new EvenPlacement(TASKS).place(Map.of("small", state(Set.of()), "big", big));

        assertThat(placed.get("small")).hasSize(1);
        assertThat(placed.get("big")).hasSize(6);
    }

    @Example
    void whatIsWritten_isReadAgain() {
        MemberState state = new MemberState(
                new Instance(new UUID(3, 4), 2, "host:1", "rack", Map.of("zone", "a")),
                5,
                Set.of(TASKS.get(1), new TaskId(1, 0)),
                Map.of(TASKS.get(2), 17L),
                "why");
        MemberPart part = new MemberPart(
                Set.of(TASKS.get(0)),
                Set.of(TASKS.get(1)),
                Map.of("host:1", Set.of(TASKS.get(0)), "host:2", Set.of()),
                Map.of("host:2", Set.of(TASKS.get(0))),
                Duration.ofSeconds(3),
                "why");

        assertThat(GroupFormat.readState(GroupFormat.write(state))).isEqualTo(state);
        assertThat(GroupFormat.readPart(GroupFormat.write(part))).isEqualTo(part);
    }

    @Example
    void laterVersions_addFieldsAtTheEnd() {
        byte[] written = GroupFormat.write(state(Set.of(TASKS.get(3))));
        byte[] later = Arrays.copyOf(written, written.length + 5);
        later[1] = 9;

        assertThat(GroupFormat.readState(later)).isEqualTo(state(Set.of(TASKS.get(3))));
    }

    @Example
    void anotherLanguage_isRefused() {
        assertThatThrownBy(() -> GroupFormat.readState(new byte[] {0, 1, 2}))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("application.id");
        assertThatThrownBy(() -> GroupFormat.readState(new byte[] {0, 0, 0, 0}))
                .isInstanceOf(SerializationException.class);
    }
}
