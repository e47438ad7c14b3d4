package io.streamwright.kstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Suppressed.BufferConfig;
import io.streamwright.topology.Blueprint;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a suppression is told, and what it refuses. */
final class SuppressedTest {
    private static final Duration WAIT = Duration.ofMillis(10);

    private static BufferLimits limits(BufferConfig<?> config) {
        return ((SuppressedUntil<?>) Suppressed.untilTimeLimit(WAIT, config)).limits();
    }

    @Test
    void limits_areThoseThatWereSetLast() {
        assertThat(limits(BufferConfig.maxRecords(3).withMaxBytes(4).withMaxRecords(5)))
                .isEqualTo(new BufferLimits(5, 4, true, true, Map.of()));
        assertThat(limits(BufferConfig.maxBytes(4).shutDownWhenFull().withMaxRecords(5)))
                .isEqualTo(new BufferLimits(5, 4, false, true, Map.of()));
        assertThat(limits(BufferConfig.unbounded().withMaxBytes(7).emitEarlyWhenFull()))
                .isEqualTo(new BufferLimits(Long.MAX_VALUE, 7, true, true, Map.of()));
        assertThat(limits(BufferConfig.maxRecords(3).withMaxBytes(4).withNoBound()))
                .isEqualTo(BufferLimits.NONE);
    }

    @Test
    void changelogThatIsOff_staysOffWhateverIsSetAfterIt() {
        assertThat(limits(BufferConfig.unbounded().withLoggingDisabled().withMaxRecords(3))
                        .loggingEnabled())
                .isFalse();
        assertThat(limits(BufferConfig.maxBytes(3).withLoggingDisabled().shutDownWhenFull())
                        .loggingEnabled())
                .isFalse();
        assertThat(limits(BufferConfig.maxBytes(3)
                                .withLoggingDisabled()
                                .withNoBound()
                                .emitEarlyWhenFull())
                        .loggingEnabled())
                .isFalse();
        assertThat(limits(BufferConfig.unbounded().withLoggingDisabled().withLoggingEnabled(Map.of("a", "b"))))
                .isEqualTo(new BufferLimits(Long.MAX_VALUE, Long.MAX_VALUE, false, true, Map.of("a", "b")));
    }

    @Test
    void changelogOfABuffer_isThereUnlessItIsOff() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("in");
        table.suppress(Suppressed.<String>untilTimeLimit(
                        WAIT, BufferConfig.unbounded().withLoggingEnabled(Map.of("segment.ms", "7")))
                .withName("logged"));
        table.suppress(Suppressed.<String>untilTimeLimit(
                        WAIT, BufferConfig.unbounded().withLoggingDisabled().shutDownWhenFull())
                .withName("unlogged"));
        // when
        Blueprint program = builder.build().graph().blueprint();
        // then
        assertThat(program.stores().get("logged-store").builder().logConfig()).isEqualTo(Map.of("segment.ms", "7"));
        assertThat(program.stores().get("logged-store").changelog()).isPresent();
        assertThat(program.stores().get("unlogged-store").changelog()).isEmpty();
    }

    static Stream<ThrowingCallable> callsWithNull() {
        return Stream.of(
                () -> Suppressed.untilWindowCloses(null),
                () -> Suppressed.untilTimeLimit(null, BufferConfig.unbounded()),
                () -> Suppressed.untilTimeLimit(WAIT, null),
                () -> Suppressed.untilTimeLimit(WAIT, BufferConfig.unbounded()).withName(null),
                () -> BufferConfig.unbounded().withLoggingEnabled(null),
                () -> new StreamsBuilder().table("in").suppress(null));
    }

    @ParameterizedTest
    @MethodSource("callsWithNull")
    void nullWhereNoneIsAllowed_isRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class);
    }

    @Test
    void numbersThatMeanNothing_areRefused() {
        assertThatThrownBy(() -> Suppressed.untilTimeLimit(Duration.ofMillis(-1), BufferConfig.unbounded()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-0.001S");
        assertThatThrownBy(
                        () -> Suppressed.untilTimeLimit(Duration.ofSeconds(Long.MAX_VALUE), BufferConfig.unbounded()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too long");
        assertThatThrownBy(() -> BufferConfig.maxRecords(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxRecords=-1");
        assertThatThrownBy(() -> BufferConfig.maxBytes(-2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxBytes=-2");
    }

    @Test
    void nameThatNoTopicCanHave_isRefused() {
        assertThatThrownBy(() -> Suppressed.untilTimeLimit(WAIT, BufferConfig.unbounded())
                        .withName("a b"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("a b");
    }

    @Test
    void waitingForWindowsOfATableWithoutWindows_isRefusedWhereItIsCalled() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<Windowed<String>, String> read =
                builder.table("in", Consumed.with(WindowedSerdes.timeWindowedSerdeFrom(String.class, 10), null));
        KTable<Windowed<String>, String> made = builder.<String, String>stream("in2")
                .groupBy((key, value) -> new Windowed<>(key, TimeWindow.ofSize(0, 10)))
                .reduce((first, second) -> second);
        Suppressed<Windowed<?>> closed = Suppressed.untilWindowCloses(BufferConfig.unbounded());
        // when, then
        assertThatThrownBy(() -> read.filter((key, value) -> true).suppress(closed))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("KTABLE-SOURCE-0000000002 -> KTABLE-FILTER-")
                .hasMessageContaining("windowedBy")
                .hasMessageContaining("untilTimeLimit");
        assertThatThrownBy(() -> made.suppress(closed)).isInstanceOf(TopologyException.class);
    }

    @Test
    void joinWithATableWithoutWindows_isRefused() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        KTable<Windowed<String>, Long> windows = builder.<String, String>stream("in1")
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(WAIT))
                .count();
        KTable<Windowed<String>, String> other =
                builder.table("in", Consumed.with(WindowedSerdes.timeWindowedSerdeFrom(String.class, 10), null));
        Suppressed<Windowed<?>> closed = Suppressed.untilWindowCloses(BufferConfig.unbounded());
        KTable<Windowed<String>, String> joined = windows.join(other, (count, text) -> count + text);
        // when, then
        assertThatThrownBy(() -> joined.suppress(closed)).isInstanceOf(TopologyException.class);
        assertThat(windows.filter((key, count) -> count > 1).suppress(closed)).isNotNull();
    }
}
