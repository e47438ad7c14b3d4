package io.streamwright.kstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.state.SessionStore;
import io.streamwright.state.WindowStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

final class WindowsTest {

    @Property(tries = 200)
    void timeWindows_areThoseOfKafkaStreams(
            @ForAll @IntRange(min = 1, max = 50) int size,
            @ForAll @IntRange(min = 1, max = 50) int advance,
            @ForAll @IntRange(min = 0, max = 200) int timestamp) {
        // given
        Duration step = Duration.ofMillis(Math.min(size, advance));
        TimeWindows ours =
                TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(size)).advanceBy(step);
        var theirs = org.apache.kafka.streams.kstream.TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(size))
                .advanceBy(step);
        // then
        List<String> expected = new ArrayList<>();
        theirs.windowsFor(timestamp)
                .forEach((start, window) -> expected.add(start + ":" + window.start() + "-" + window.end()));
        List<String> found = new ArrayList<>();
        ours.windowsFor(timestamp)
                .forEach((start, window) -> found.add(start + ":" + window.start() + "-" + window.end()));
        assertThat(found).isEqualTo(expected);
        assertThat(ours.size()).isEqualTo(theirs.size());
        assertThat(ours.gracePeriodMs()).isEqualTo(theirs.gracePeriodMs());
    }

    @Test
    void windowsThatCannotBe_areRefused() {
        Duration ten = Duration.ofMillis(10);
        assertThatThrownBy(() -> TimeWindows.ofSizeWithNoGrace(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TimeWindows.ofSizeAndGrace(ten, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TimeWindows.ofSizeWithNoGrace(ten).advanceBy(Duration.ofMillis(11)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("windows of 10 ms cannot advance by 11 ms");
        assertThatThrownBy(() -> TimeWindows.ofSizeWithNoGrace(ten).advanceBy(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size=");
        assertThatThrownBy(() -> UnlimitedWindows.of().startOn(Instant.ofEpochMilli(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sliding windows need a positive time difference, got 0 ms");
        assertThatThrownBy(() -> SlidingWindows.ofTimeDifferenceAndGrace(ten, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an inactivity gap cannot be negative: -1 ms");
        assertThatThrownBy(() -> SessionWindows.ofInactivityGapAndGrace(ten, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SessionWindow(5, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TimeWindow(5, 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TimeWindow(5, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TimeWindow(-1, 4)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void windowsOverlap_ifATimeIsInBoth() {
        TimeWindow window = new TimeWindow(10, 20);
        assertThat(window.overlap(new TimeWindow(19, 30))).isTrue();
        assertThat(window.overlap(new TimeWindow(20, 30))).isFalse();
        assertThat(window.overlap(new TimeWindow(0, 10))).isFalse();
        assertThat(new SessionWindow(5, 5).overlap(new SessionWindow(5, 8))).isTrue();
        assertThat(new SessionWindow(5, 5).overlap(new SessionWindow(6, 8))).isFalse();
        assertThatThrownBy(() -> new SessionWindow(5, 5).overlap(window)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new UnlimitedWindow(5).overlap(new UnlimitedWindow(100))).isTrue();
        assertThatThrownBy(() -> window.overlap(new UnlimitedWindow(0))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void valuesThatSayTheSame_areEqual() {
        Duration ten = Duration.ofMillis(10);
        assertThat(TimeWindows.ofSizeWithNoGrace(ten))
                .isEqualTo(TimeWindows.ofSizeAndGrace(ten, Duration.ZERO).advanceBy(ten))
                .hasSameHashCodeAs(TimeWindows.ofSizeAndGrace(ten, Duration.ZERO))
                .isNotEqualTo(TimeWindows.ofSizeAndGrace(ten, ten));
        assertThat(SessionWindows.ofInactivityGapWithNoGrace(ten))
                .isEqualTo(SessionWindows.ofInactivityGapAndGrace(ten, Duration.ZERO))
                .hasSameHashCodeAs(SessionWindows.ofInactivityGapAndGrace(ten, Duration.ZERO))
                .hasToString("SessionWindows{gapMs=10, graceMs=0}")
                .isNotEqualTo(SessionWindows.ofInactivityGapAndGrace(ten, ten));
        assertThat(SlidingWindows.ofTimeDifferenceWithNoGrace(ten))
                .isEqualTo(SlidingWindows.ofTimeDifferenceAndGrace(ten, Duration.ZERO))
                .hasSameHashCodeAs(SlidingWindows.ofTimeDifferenceAndGrace(ten, Duration.ZERO))
                .hasToString("SlidingWindows{timeDifferenceMs=10, graceMs=0}")
                .isNotEqualTo(SlidingWindows.ofTimeDifferenceAndGrace(ten, ten));
        assertThat(new Windowed<>("k", new TimeWindow(0, 10)))
                .isEqualTo(new Windowed<>("k", new TimeWindow(0, 10)))
                .hasSameHashCodeAs(new Windowed<>("k", new TimeWindow(0, 10)))
                .hasToString("[k@0/10]")
                .isNotEqualTo(new Windowed<>("k", new TimeWindow(0, 11)));
        assertThat((Window) new UnlimitedWindow(0)).isNotEqualTo(new TimeWindow(0, Long.MAX_VALUE));
        assertThat(UnlimitedWindows.of()).isEqualTo(UnlimitedWindows.of().startOn(Instant.EPOCH));
    }

    @Test
    void unlimitedWindows_haveNoFinalResult() {
        KStream<String, String> stream = new StreamsBuilder().stream("in");
        assertThatThrownBy(() -> stream.groupByKey()
                        .windowedBy(UnlimitedWindows.of())
                        .emitStrategy(EmitStrategy.onWindowClose()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("never close");
    }

    @Test
    void retentionThatDropsOpenWindows_isRefused() {
        KStream<String, String> stream = new StreamsBuilder().stream("in");
        TimeWindows windows = TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(5));
        assertThatThrownBy(() -> stream.groupByKey()
                        .windowedBy(windows)
                        .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
                                .withRetention(Duration.ofMillis(14))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store counts: a retention of 14 ms would drop windows before they close");
    }

    @Test
    void retentionThatDropsWhatSlidingWindowsAreMadeOf_isRefused() {
        KStream<String, String> stream = new StreamsBuilder().stream("in");
        SlidingWindows windows = SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(10), Duration.ofMillis(5));
        assertThatThrownBy(() -> stream.groupByKey()
                        .windowedBy(windows)
                        .count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
                                .withRetention(Duration.ofMillis(24))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store counts: a retention of 24 ms would drop windows before they close")
                .hasMessageContaining("at least 25 ms");
    }

    @Test
    void retentionThatDropsOpenSessions_isRefused() {
        KStream<String, String> stream = new StreamsBuilder().stream("in");
        SessionWindows windows = SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(10), Duration.ofMillis(5));
        assertThatThrownBy(() -> stream.groupByKey()
                        .windowedBy(windows)
                        .count(Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("counts")
                                .withRetention(Duration.ofMillis(14))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("store counts: a retention of 14 ms would drop sessions before they close");
    }

    @Test
    void joinWindows_reachBothWays() {
        // when
        JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(10), Duration.ofMillis(5))
                .before(Duration.ofMillis(3));
        // then
        assertThat(windows.beforeMs).isEqualTo(3);
        assertThat(windows.afterMs).isEqualTo(10);
        assertThat(windows.size()).isEqualTo(13);
        assertThat(windows.gracePeriodMs()).isEqualTo(5);
        assertThat(windows)
                .isEqualTo(JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(3), Duration.ofMillis(5))
                        .after(Duration.ofMillis(10)))
                .hasSameHashCodeAs(JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(3), Duration.ofMillis(5))
                        .after(Duration.ofMillis(10)))
                .isNotEqualTo(JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(3)));
        assertThatThrownBy(() -> windows.windowsFor(1)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void joinWindowsThatLeaveNoTime_areRefusedWithTheirNumbers() {
        // given
        JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10));
        // then
        assertThat(windows.before(Duration.ofMillis(-10)).size()).isZero();
        assertThatThrownBy(() -> windows.before(Duration.ofMillis(-11)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-11")
                .hasMessageContaining("10 ms");
        assertThatThrownBy(() -> windows.after(Duration.ofMillis(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(1), Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("grace");
    }
}
