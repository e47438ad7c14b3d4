package io.streamwright.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.processor.Cancellable;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.api.Record;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PunctuationsTest {
    private final List<Long> ran = new ArrayList<>();
    private final Punctuations punctuations = new Punctuations();
    private final GraphNode node = new Nothing("node");

    /** Case C089, wall clock: advance 10, 47, 3, 7, 3. */
    @Test
    void wallClockAfterAGap_runsOnceAndKeepsTheGrid() {
        punctuations.schedule(node, PunctuationType.WALL_CLOCK_TIME, 10, 10, ran::add);

        for (long now : new long[] {10, 57, 60, 67, 70}) {
            wallClock(now);
        }

        assertThat(ran).containsExactly(10L, 57L, 60L, 70L);
    }

    /** Case C089, stream time: records at 3, 12, 14, 55, 57, 60. */
    @Test
    void streamTimeAfterAGap_runsOnceAndKeepsTheGrid() {
        punctuations.schedule(node, PunctuationType.STREAM_TIME, 0, 10, ran::add);

        for (long time : new long[] {3, 12, 14, 55, 57, 60}) {
            if (punctuations.isStreamTimeDue(time)) {
                punctuations.punctuate(
                        PunctuationType.STREAM_TIME, time, (at, punctuator, when) -> punctuator.punctuate(when));
            }
        }

        assertThat(ran).containsExactly(3L, 12L, 55L, 60L);
    }

    @Test
    void cancelledPunctuation_runsNoMore() {
        Cancellable cancellable = punctuations.schedule(node, PunctuationType.WALL_CLOCK_TIME, 10, 10, ran::add);
        wallClock(10);

        cancellable.cancel();
        wallClock(20);

        assertThat(ran).containsExactly(10L);
        assertThat(punctuations.nextWallClockMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void scheduleMadeAnewAfterARewind_goesOnWhereTheCommittedOneStood() {
        // given a schedule that is due next at 60, committed, and then run at 60
        punctuations.schedule(node, PunctuationType.WALL_CLOCK_TIME, 10, 10, ran::add);
        wallClock(57);
        punctuations.commit();
        wallClock(60);
        ran.clear();
        // when the processor is made anew at 65 and schedules again
        punctuations.cancelAll(node);
        punctuations.schedule(node, PunctuationType.WALL_CLOCK_TIME, 75, 10, ran::add);
        // then what was not committed runs again
        wallClock(65);
        assertThat(ran).containsExactly(65L);
    }

    @Test
    void punctuatorThatCancelsAnother_isObeyedWithinTheSameRound() {
        List<Cancellable> second = new ArrayList<>();
        punctuations.schedule(
                node,
                PunctuationType.WALL_CLOCK_TIME,
                10,
                10,
                now -> second.get(0).cancel());
        second.add(punctuations.schedule(node, PunctuationType.WALL_CLOCK_TIME, 10, 10, ran::add));

        wallClock(10);

        assertThat(ran).isEmpty();
    }

    private void wallClock(long now) {
        if (punctuations.isWallClockDue(now)) {
            punctuations.punctuate(
                    PunctuationType.WALL_CLOCK_TIME, now, (at, punctuator, when) -> punctuator.punctuate(when));
        }
    }

    private static final class Nothing extends GraphNode {
        Nothing(String name) {
            super(name);
        }

        @Override
        void init() {}

        @Override
        void process(Record<Object, Object> record) {}

        @Override
        void close() {}
    }
}
