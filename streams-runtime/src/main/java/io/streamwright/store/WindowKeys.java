package io.streamwright.store;

import io.streamwright.log.LogRecord;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import io.streamwright.store.window.KeyForm;
import io.streamwright.store.window.WindowHeader;
import io.streamwright.store.window.WindowLayout;
import io.streamwright.store.window.WindowsSpec;
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
    static WindowKeys in(StoreBytes store, WindowsSpec spec) {
        WindowHeader header = WindowHeader.of(store.get(WindowHeader.KEY));
        if (header == null) {
            try (StoreIterator all = store.iterate(KeyRange.ALL, true)) {
                if (all.isValid()) {
                    throw otherKind(spec);
                }
            }
        } else if (header.form() != spec.form()) {
            throw otherKind(spec);
        }
        return new WindowKeys(WindowLayout.of(spec, header));
    }

    private static StoreInvariantException otherKind(WindowsSpec spec) {
        String kind = spec.form() == KeyForm.WINDOW ? "window store" : "session store";
        return new StoreInvariantException("store " + spec.store() + " was written by a program in which it was no "
                + kind + ": give the " + kind + " another name, or reset the application");
    }

    @Override
    public @Nullable Logged toChangelog(Overlay.Write write, ValueLayout values) {
        Bytes stored = write.key();
        byte[] key = stored.equals(WindowHeader.KEY) ? null : layout.toChangelog(stored);
        return key == null ? null : Logged.of(key, write, values);
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
        KeyForm form = layout.spec().form();
        WindowHeader before = committed(store);
        WindowHeader after = before;
        for (LogRecord record : records) {
            byte[] key = record.key();
            if (key != null) {
                int sequence = Math.max(after.sequence(), form.sequenceOf(key));
                after = after.after(form.timeOf(key), record.timestamp(), sequence);
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
            if (key != null && layout.spec().form().timeOf(key) >= firstLiveMs) {
                byte[] stored =
                        value == null ? null : values.fromChangelog(value, record.timestamp(), record.headers());
                layout.forEachPlace(key, place -> receiver.accept(place, stored));
            }
        }
        receiver.accept(WindowHeader.KEY, reached.toBytes());
    }
}
