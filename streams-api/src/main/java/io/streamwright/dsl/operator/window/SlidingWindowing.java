package io.streamwright.dsl.operator.window;

import io.streamwright.KeyValue;
import io.streamwright.kstream.SlidingWindows;
import io.streamwright.kstream.TimeWindow;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.WindowStoreIterator;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Windows that begin and end with the records; both their ends are inside (KIP-450). Immutable.
 *
 * <p>A record at {@code t} is in every window of its key that starts between {@code t - difference} and {@code t}. Three more may begin
 * with it:
 * <ul>
 *   <li>its left window, which ends at {@code t}: it holds what the window before it holds, if that reaches to it;
 *   <li>its right window, which starts at {@code t + 1}, if a later record is in it: it holds what the last window that starts up to
 *       {@code t} held before the record came, for that starts behind the record before;
 *   <li>the right window of the record before, if the record is the first in it.
 * </ul>
 * Left windows that would start before the epoch are one, which starts with it.
 *
 * <p>The timestamp of a window's row is that of the last record in it: so the record before is known without keeping records.
 *
 * @param windows how far the records of a window may be apart
 */
record SlidingWindowing(SlidingWindows windows) implements Windowing {

    /**
     * A record at stream time less the grace period and one millisecond may begin the right window of the record before, which is
     * known by the window that ends there: it starts two differences and two milliseconds behind stream time less the grace period.
     */
    private static final long BEHIND_LEAST_MS = 2;

    @Override
    public long sizeMs() {
        return windows.timeDifferenceMs();
    }

    @Override
    public long graceMs() {
        return windows.gracePeriodMs();
    }

    @Override
    public boolean isSliding() {
        return true;
    }

    @Override
    public boolean close() {
        return true;
    }

    @Override
    public long neededRetentionMs() {
        return leastRetentionMs() + BEHIND_LEAST_MS;
    }

    @Override
    public long leastRetentionMs() {
        return 2 * sizeMs() + graceMs();
    }

    @Override
    public long openMs() {
        return sizeMs() + 1;
    }

    @Override
    public boolean isAnyStartBetween(long firstMs, long lastMs) {
        return true;
    }

    @Override
    public @Nullable String refusalOf(Record<?, ?> record) {
        return record.key() == null || record.value() == null
                ? "an aggregation's record needs a key and a value to be in sliding windows"
                : null;
    }

    @Override
    public <K, V extends @Nullable Object, A> void add(Record<K, V> record, WindowRows<K, V, A> rows, long closeMs) {
        long timestamp = record.timestamp();
        if (timestamp + sizeMs() < closeMs) {
            rows.dropAsLate(record, "the last window of the record, " + shown(from(timestamp)) + ",", closeMs);
            return;
        }
        Step<K, V, A> step = new Step<>(record, rows, closeMs);
        if (timestamp < sizeMs()) {
            step.addNearEpoch();
        } else {
            step.add();
        }
    }

    private TimeWindow from(long startMs) {
        return TimeWindow.ofSize(startMs, sizeMs());
    }

    private static String shown(TimeWindow window) {
        return "[" + window.start() + "," + window.end() + "]";
    }

    /** Adds one record. Owner: the worker of the task. */
    private final class Step<K, V extends @Nullable Object, A> {
        private final Record<K, V> record;
        private final WindowRows<K, V, A> rows;
        private final long closeMs;
        private final long timestamp;
        private final Set<Long> starts = new HashSet<>();
        /** Of the last record before this one; empty as long as none is known. */
        private OptionalLong previousMs = OptionalLong.empty();
        /** The last window that starts up to the record and reaches behind it, as it was before the record; null if there is none. */
        private @Nullable ValueAndTimestamp<A> around;

        private long aroundStartMs = -1;

        Step(Record<K, V> record, WindowRows<K, V, A> rows, long closeMs) {
            this.record = record;
            this.rows = rows;
            this.closeMs = closeMs;
            this.timestamp = record.timestamp();
        }

        void add() {
            long leftMs = timestamp - sizeMs();
            ValueAndTimestamp<A> before = null;
            try (WindowStoreIterator<ValueAndTimestamp<A>> found =
                    rows.latestFirst(record.key(), Math.max(0, leftMs - sizeMs()), timestamp + 1)) {
                while (found.hasNext() && before == null) {
                    KeyValue<Long, ValueAndTimestamp<A>> window = found.next();
                    starts.add(window.key);
                    if (window.key < leftMs) {
                        before = window.value;
                        previousMs = OptionalLong.of(window.value.timestamp());
                    } else if (window.key == leftMs) {
                        addTo(window);
                        if (window.value.timestamp() == timestamp) {
                            return; // a record of this time was there before: all that begins with it has begun
                        }
                        previousMs = OptionalLong.of(window.value.timestamp());
                    } else if (window.key <= timestamp) {
                        addAround(window);
                    }
                }
            }
            beginRightOfPrevious();
            if (!starts.contains(leftMs)) {
                boolean reaches = previousMs.isPresent() && previousMs.getAsLong() >= leftMs;
                begin(leftMs, reaches ? ValueAndTimestamp.getValueOrNull(before) : null);
            }
            beginRight();
        }

        void addNearEpoch() {
            ValueAndTimestamp<A> first = null;
            try (WindowStoreIterator<ValueAndTimestamp<A>> found = rows.earliestFirst(record.key(), 0, timestamp + 1)) {
                while (found.hasNext()) {
                    KeyValue<Long, ValueAndTimestamp<A>> window = found.next();
                    starts.add(window.key);
                    if (window.key == 0) {
                        first = window.value;
                        if (first.timestamp() < timestamp) {
                            previousMs = OptionalLong.of(first.timestamp());
                        }
                    } else if (window.key <= timestamp) {
                        addAround(window);
                    }
                }
            }
            if (around == null) {
                around = first; // without one that starts behind an earlier record, all of the first window is later
            }
            beginRight();
            beginRightOfPrevious();
            if (isOpen(0)) {
                rows.add(record, 0, from(0), first);
            }
        }

        private void addAround(KeyValue<Long, ValueAndTimestamp<A>> window) {
            addTo(window);
            if (window.key > aroundStartMs) {
                aroundStartMs = window.key;
                around = window.value;
            }
        }

        private void addTo(KeyValue<Long, ValueAndTimestamp<A>> window) {
            if (isOpen(window.key)) {
                rows.add(record, window.key, from(window.key), window.value);
            }
        }

        private void beginRightOfPrevious() {
            if (previousMs.isPresent()) {
                long startMs = previousMs.getAsLong() + 1;
                if (!starts.contains(startMs) && startMs + sizeMs() >= timestamp) {
                    begin(startMs, null);
                }
            }
        }

        private void begin(long startMs, @Nullable A others) {
            if (isOpen(startMs)) {
                rows.begin(record, from(startMs), others);
            }
        }

        private void beginRight() {
            ValueAndTimestamp<A> later = around;
            if (!starts.contains(timestamp + 1) && later != null && later.timestamp() > timestamp) {
                rows.begin(record, from(timestamp + 1), later);
            }
        }

        /** Returns whether a window still takes records; one that does not is none of the record's. */
        private boolean isOpen(long startMs) {
            if (startMs + sizeMs() >= closeMs) {
                return true;
            }
            rows.dropAsLate(record, "window " + shown(from(startMs)), closeMs);
            return false;
        }
    }
}
