package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.testing.JoinModel.Input;
import io.streamwright.testing.JoinModel.Join;
import io.streamwright.testing.JoinModel.Kind;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever the windows and whatever comes, joins of streams write what the model says; and so does Kafka Streams, but for the rules in
 * which the model says that it differs.
 */
final class StreamJoinDifferentialTest {

    /** Not close to the epoch, where Kafka Streams takes times before it for the epoch itself. */
    @Provide
    Arbitrary<List<Input>> inputs() {
        return inputsFrom(100);
    }

    @Provide
    Arbitrary<List<Input>> inputsFromTheEpoch() {
        return inputsFrom(0);
    }

    private static Arbitrary<List<Input>> inputsFrom(long earliest) {
        Arbitrary<String> key = Arbitraries.of("a", "b", "ab").injectNull(0.1);
        Arbitrary<String> value = Arbitraries.of("x", "y", "").injectNull(0.1);
        Arbitrary<Long> timestamp = Arbitraries.longs().between(earliest, earliest + 60);
        return Combinators.combine(Arbitraries.of(true, false), key, value, timestamp)
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(50);
    }

    @Provide
    Arbitrary<Join> inner() {
        return joins(Kind.INNER);
    }

    @Provide
    Arbitrary<Join> left() {
        return joins(Kind.LEFT);
    }

    @Provide
    Arbitrary<Join> outer() {
        return joins(Kind.OUTER);
    }

    private static Arbitrary<Join> joins(Kind kind) {
        Arbitrary<Long> reach = Arbitraries.longs().between(-10, 20);
        Arbitrary<Long> grace = Arbitraries.longs().between(0, 15);
        return Combinators.combine(reach, reach, grace, Arbitraries.of(true, false))
                .as((before, after, graceMs, inMemory) -> {
                    boolean isLegal = before + after >= 0;
                    return new Join(kind, isLegal ? before : -before, isLegal ? after : -after, graceMs, inMemory);
                });
    }

    @Property
    void innerJoin_writesWhatTheModelSays(
            @ForAll("inner") Join join, @ForAll("inputs") List<Input> inputs, @ForAll boolean cached)
            throws IOException {
        compare(join, inputs, cached);
    }

    @Property
    void leftJoin_writesWhatTheModelSays(
            @ForAll("left") Join join, @ForAll("inputs") List<Input> inputs, @ForAll boolean cached)
            throws IOException {
        compare(join, inputs, cached);
    }

    @Property
    void outerJoin_writesWhatTheModelSays(
            @ForAll("outer") Join join, @ForAll("inputs") List<Input> inputs, @ForAll boolean cached)
            throws IOException {
        compare(join, inputs, cached);
    }

    private static void compare(Join join, List<Input> inputs, boolean cached) throws IOException {
        JoinModel model = JoinModel.of(join);
        JoinModel modelOfTheirs = JoinModel.ofKafkaStreams(join);
        try (StreamJoinRuns.Run ours = StreamJoinRuns.ours(join, cached);
                StreamJoinRuns.Run theirs = StreamJoinRuns.theirs(join, cached)) {
            for (int index = 0; index < inputs.size(); index++) {
                Input input = inputs.get(index);
                String what = join + " after " + inputs.subList(0, index + 1);
                assertThat(ours.pipe(input)).as("ours: %s", what).isEqualTo(model.take(input));
                assertThat(theirs.pipe(input)).as("theirs: %s", what).isEqualTo(modelOfTheirs.take(input));
            }
        }
    }

    @Property
    void selfJoin_writesWhatTheModelSays(
            @ForAll("inner") Join join,
            @ForAll("inputs") List<Input> inputs,
            @ForAll boolean cached,
            @ForAll boolean optimized)
            throws IOException {
        JoinModel model = JoinModel.of(join);
        JoinModel modelOfTheirs = JoinModel.ofKafkaStreams(join);
        try (StreamJoinRuns.Run ours = StreamJoinRuns.oursWithSelf(join, cached, optimized);
                StreamJoinRuns.Run theirs = StreamJoinRuns.theirsWithSelf(join, cached, optimized)) {
            for (int index = 0; index < inputs.size(); index++) {
                Input input = onTheLeft(inputs.get(index));
                String what = join + " after " + inputs.subList(0, index + 1);
                assertThat(ours.pipe(input)).as("ours: %s", what).isEqualTo(model.takeForBoth(input));
                List<String> expected =
                        optimized ? modelOfTheirs.takeInOneStore(input) : modelOfTheirs.takeForBoth(input);
                assertThat(theirs.pipe(input)).as("theirs: %s", what).isEqualTo(expected);
            }
        }
    }

    @Property
    void outerSelfJoin_writesWhatTheModelSays(
            @ForAll("outer") Join join, @ForAll("inputsFromTheEpoch") List<Input> inputs, @ForAll boolean optimized)
            throws IOException {
        JoinModel model = JoinModel.of(join);
        try (StreamJoinRuns.Run ours = StreamJoinRuns.oursWithSelf(join, false, optimized)) {
            for (int index = 0; index < inputs.size(); index++) {
                Input input = onTheLeft(inputs.get(index));
                assertThat(ours.pipe(input))
                        .as("%s after %s", join, inputs.subList(0, index + 1))
                        .isEqualTo(model.takeForBoth(input));
            }
        }
    }

    private static Input onTheLeft(Input input) {
        return new Input(true, input.key(), input.value(), input.timestamp());
    }
}
