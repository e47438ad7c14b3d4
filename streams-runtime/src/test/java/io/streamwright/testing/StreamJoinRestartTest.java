package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.testing.JoinModel.Input;
import io.streamwright.testing.JoinModel.Join;
import io.streamwright.testing.JoinModel.Kind;
import io.streamwright.testing.StreamJoinRuns.Ours;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins of streams go on after aborts and crashes as if there had been none, also when the files of their stores are lost. */
final class StreamJoinRestartTest {

    /** What happens after a record. */
    enum Event {
        NOTHING,
        COMMIT,
        ABORT,
        CRASH,
        CRASH_THAT_LOSES_STATE
    }

    /** A record, and what happens after it. */
    record Step(Input input, Event event) {}

    @Provide
    Arbitrary<Join> joins() {
        Arbitrary<Long> reach = Arbitraries.longs().between(0, 20);
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        reach,
                        reach,
                        Arbitraries.longs().between(0, 10),
                        Arbitraries.of(true, false))
                .as(Join::new);
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Event> event = Arbitraries.frequencyOf(
                Tuple.of(12, Arbitraries.just(Event.NOTHING)),
                Tuple.of(4, Arbitraries.just(Event.COMMIT)),
                Tuple.of(2, Arbitraries.just(Event.ABORT)),
                Tuple.of(1, Arbitraries.just(Event.CRASH)),
                Tuple.of(1, Arbitraries.just(Event.CRASH_THAT_LOSES_STATE)));
        Arbitrary<Input> input = Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.of("a", "b").injectNull(0.1),
                        Arbitraries.of("x", "y").injectNull(0.1),
                        Arbitraries.longs().between(0, 60))
                .as(Input::new);
        return Combinators.combine(input, event)
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property
    void abortsAndCrashes_changeNoResult(@ForAll("joins") Join join, @ForAll("steps") List<Step> steps) {
        // given what comes out without them
        JoinModel model = JoinModel.of(join);
        List<String> expected = new ArrayList<>();
        try (Ours ours = StreamJoinRuns.oursOfOneTopic(join)) {
            TopologyTestDriver driver = ours.driver();
            driver.commitByHand();
            // when
            for (Step step : steps) {
                Input input = step.input;
                expected.addAll(model.take(input));
                String value = (input.left() ? "L" : "R") + (input.value() == null ? "" : input.value());
                ours.send(new Input(true, input.key(), value, input.timestamp()));
                switch (step.event) {
                    case NOTHING -> {}
                    case COMMIT -> driver.commit();
                    case ABORT -> driver.abort();
                    case CRASH -> {
                        driver.crash();
                        driver.restart();
                    }
                    case CRASH_THAT_LOSES_STATE -> {
                        driver.crash();
                        ours.loseState();
                        driver.restart();
                    }
                }
            }
            driver.commit();
            // then
            assertThat(ours.written()).as("%s after %s", join, steps).isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "inMemory={0}, loses state={1}")
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void recordsOfTheSameKeyAndTime_areAllThereAfterACrash(boolean inMemory, boolean losesState) {
        // given five records, two of them equal in every byte
        Join join = new Join(Kind.OUTER, 10, 10, 10, inMemory);
        List<String> values = List.of("one", "two", "two", "three", "four");
        try (Ours ours = StreamJoinRuns.ours(join, false)) {
            values.forEach(value -> ours.send(new Input(true, "k", value, 5)));
            // when
            ours.driver().crash();
            if (losesState) {
                ours.loseState();
            }
            ours.driver().restart();
            // then each is joined, in the order in which they came
            assertThat(ours.pipe(new Input(false, "k", "r", 7)))
                    .containsExactly("k=one+r@7", "k=two+r@7", "k=two+r@7", "k=three+r@7", "k=four+r@7");
            // and those that came before the crash are not overwritten by those behind it
            ours.send(new Input(true, "k", "five", 5));
            assertThat(ours.written()).containsExactly("k=five+r@7");
            assertThat(ours.pipe(new Input(false, "k", "s", 8))).hasSize(6);
        }
    }

    @ParameterizedTest(name = "inMemory={0}")
    @CsvSource({"false", "true"})
    void recordsThatWaitForAMatch_areAllThereAfterTheirStateIsLost(boolean inMemory) {
        // given
        Join join = new Join(Kind.OUTER, 10, 10, 0, inMemory);
        try (Ours ours = StreamJoinRuns.ours(join, false)) {
            ours.send(new Input(true, "k", "one", 5));
            ours.send(new Input(true, "k", "two", 5));
            ours.send(new Input(true, "k", "two", 5));
            ours.send(new Input(false, "j", "other", 5));
            // when
            ours.driver().crash();
            ours.loseState();
            ours.driver().restart();
            // then
            assertThat(ours.pipe(new Input(true, "z", "later", 16)))
                    .containsExactly("j=null+other@5", "k=one+null@5", "k=two+null@5", "k=two+null@5");
        }
    }
}
