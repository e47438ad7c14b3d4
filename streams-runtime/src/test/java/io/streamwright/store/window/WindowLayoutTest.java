package io.streamwright.store.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.state.BuiltInSessionStore;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.state.StoreLocation;
import io.streamwright.store.committed.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where windows lie twice, a walk by key and one by time meet nothing but what they look for. */
final class WindowLayoutTest {
    private static final long RETENTION_MS = 1_000_000;
    private static final byte[] KEY = {1};
    private static final byte[] OTHER_KEY = {2};

    static Stream<Arguments> layouts() {
        return Stream.of(
                Arguments.of(WindowsSpec.of(new BuiltInWindowStore(
                        "windows", StoreLocation.PERSISTENT, RETENTION_MS, 10, false, true, true))),
                Arguments.of(WindowsSpec.of(
                        new BuiltInSessionStore("sessions", StoreLocation.PERSISTENT, RETENTION_MS, true))),
                Arguments.of(WindowsSpec.of(
                        new BuiltInSessionStore("sessions", StoreLocation.IN_MEMORY, RETENTION_MS, true))));
    }

    private static byte[] windowKey(WindowsSpec spec, byte[] key, long timeMs) {
        return spec.form() == KeyForm.WINDOW ? WindowKey.of(key, timeMs, 0) : SessionKey.of(key, timeMs / 2, timeMs);
    }

    private static NavigableMap<Bytes, Long> filled(WindowsSpec spec, WindowLayout layout) {
        NavigableMap<Bytes, Long> store = new TreeMap<>();
        for (long timeMs = 0; timeMs < RETENTION_MS; timeMs += 1_000) {
            long value = timeMs;
            layout.forEachPlace(windowKey(spec, KEY, timeMs), place -> store.put(place, value));
            layout.forEachPlace(windowKey(spec, OTHER_KEY, timeMs), place -> store.put(place, -value));
        }
        return store;
    }

    private static List<Long> met(NavigableMap<Bytes, Long> store, List<KeyRange> ranges) {
        List<Long> met = new ArrayList<>();
        ranges.forEach(range -> met.addAll(range.of(store).values()));
        return met;
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void walkByKey_meetsTheWindowsOfTheKeyOnly(WindowsSpec spec) {
        WindowLayout layout = WindowLayout.of(spec, null);
        assertThat(met(filled(spec, layout), layout.rangesOf(KEY, 599_500, 601_500)))
                .containsExactly(600_000L, 601_000L);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void walkByTime_meetsTheWindowsOfTheTimeOnly(WindowsSpec spec) {
        WindowLayout layout = WindowLayout.of(spec, null);
        assertThat(met(filled(spec, layout), layout.ranges(null, null, 499_500, 500_999)))
                .containsExactly(500_000L, -500_000L);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void placesOfAWindow_areOneRecordOfTheChangelog(WindowsSpec spec) {
        WindowLayout layout = WindowLayout.of(spec, null);
        byte[] windowKey = windowKey(spec, KEY, 7_000);
        List<byte[]> written = new ArrayList<>();
        layout.forEachPlace(windowKey, place -> {
            written.add(layout.toChangelog(place));
            assertThat(layout.keyOf(place)).isEqualTo(KEY);
            assertThat(layout.timeOf(place)).isEqualTo(7_000);
        });
        assertThat(written).containsExactly(windowKey, null);
    }
}
