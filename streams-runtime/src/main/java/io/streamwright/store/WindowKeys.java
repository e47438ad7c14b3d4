package io.streamwright.store;

import io.streamwright.log.LogRecord;
import io.streamwright.state.BuiltInWindowStore;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import io.streamwright.store.window.WindowHeader;
import io.streamwright.store.window.WindowKey;
import io.streamwright.store.window.WindowLayout;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Keys of windows, of which the retention leaves the earliest behind. Immutable.
 *
 * @param layout how they lie
 */
record WindowKeys(WindowLayout layout) implements StoreKeys {

    /**
     * Returns the keys of a store, as they lie in it already.
     *
     * @throws StoreInvariantException if the store holds something else than windows
     */
    static WindowKeys in(StoreBytes store, BuiltInWindowStore supplier) {
        WindowHeader header = WindowHeader.of(store.get(WindowHeader.KEY));
        if (header == null) {
            try (StoreIterator all = store.iterate(KeyRange.ALL, true)) {
                if (all.isValid()) {
                    throw new StoreInvariantException(
                            "store " + supplier.name() + " was written by a program in which it "
                                    + "was no window store: give the window store another name, or reset the application");
                }
            }
        }
        return new WindowKeys(WindowLayout.of(supplier, header));
    }

    @Override
    public @Nullable Logged toChangelog(Overlay.Write write, ValueLayout values) {
        Bytes stored = write.key();
        return stored.equals(WindowHeader.KEY) ? null : Logged.of(WindowLayout.toChangelog(stored), write, values);
    }

    @Override
    public Optional<KeyRange> leftBehind(TransactionalStore store) {
        Overlay changes = store.committing();
        Overlay.Write write = changes == null ? null : changes.find(WindowHeader.KEY);
        WindowHeader after = write == null ? null : WindowHeader.of(write.value());
        return after == null ? Optional.empty() : leftBehind(committed(store), after);
    }

    private WindowHeader committed(TransactionalStore store) {
        WindowHeader header = WindowHeader.of(store.committedValue(WindowHeader.KEY));
        return header == null ? layout.fresh() : header;
    }

    private Optional<KeyRange> leftBehind(WindowHeader before, WindowHeader after) {
        long droppedMs = layout.droppedMs(after);
        return droppedMs > layout.droppedMs(before) ? Optional.of(layout.before(droppedMs)) : Optional.empty();
    }

    @Override
    public StoreUpdate restoring(
            TransactionalStore store, List<LogRecord> records, ValueLayout values, StoreUpdate update) {
        WindowHeader before = committed(store);
        WindowHeader after = before;
        for (LogRecord record : records) {
            byte[] key = record.key();
            if (key != null) {
                int sequence = Math.max(after.sequence(), WindowKey.sequenceOf(key));
                after = after.after(WindowKey.startOf(key), record.timestamp(), sequence);
            }
        }
        WindowHeader reached = after;
        return new StoreUpdate(
                update.store(),
                update.position(),
                leftBehind(before, reached),
                receiver -> restore(records, values, reached, receiver));
    }

    private void restore(
            List<LogRecord> records, ValueLayout values, WindowHeader reached, StoreUpdate.Receiver receiver) {
        long firstLiveMs = layout.firstLiveMs(reached);
        for (LogRecord record : records) {
            byte[] key = record.key();
            byte[] value = record.value();
            if (key != null && WindowKey.startOf(key) >= firstLiveMs) {
                receiver.accept(
                        layout.fromChangelog(key),
                        value == null ? null : values.fromChangelog(value, record.timestamp()));
            }
        }
        receiver.accept(WindowHeader.KEY, reached.toBytes());
    }
}
