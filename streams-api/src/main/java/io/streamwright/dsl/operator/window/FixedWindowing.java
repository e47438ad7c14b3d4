package io.streamwright.dsl.operator.window;

import io.streamwright.kstream.UnlimitedWindows;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windows;
import io.streamwright.processor.api.Record;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Windows that do not depend on the records; their ends are outside. Immutable.
 *
 * @param windows how time is cut
 */
record FixedWindowing(Windows<?> windows) implements Windowing {

    @Override
    public long sizeMs() {
        return windows.size();
    }

    @Override
    public long graceMs() {
        return windows.gracePeriodMs();
    }

    @Override
    public boolean isSliding() {
        return false;
    }

    @Override
    public boolean close() {
        return !(windows instanceof UnlimitedWindows);
    }

    @Override
    public long neededRetentionMs() {
        return leastRetentionMs();
    }

    @Override
    public long leastRetentionMs() {
        return windows.size() + windows.gracePeriodMs();
    }

    @Override
    public long openMs() {
        return windows.size();
    }

    @Override
    public boolean isAnyStartBetween(long firstMs, long lastMs) {
        return windows.windowsFor(lastMs).keySet().stream().anyMatch(start -> start >= firstMs);
    }

    @Override
    public @Nullable String refusalOf(Record<?, ?> record) {
        return record.key() == null ? "a windowed aggregation's record needs a key" : null;
    }

    @Override
    public <K, V extends @Nullable Object, A> void add(Record<K, V> record, WindowRows<K, V, A> rows, long closeMs) {
        for (Map.Entry<Long, ? extends Window> entry :
                windows.windowsFor(record.timestamp()).entrySet()) {
            Window window = entry.getValue();
            if (window.end() > closeMs) {
                rows.add(record, entry.getKey(), window, rows.row(record.key(), entry.getKey()));
            } else {
                rows.dropAsLate(record, "window [" + window.start() + "," + window.end() + ")", closeMs);
            }
        }
    }
}
