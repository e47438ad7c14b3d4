package io.streamwright.store.records;

import io.streamwright.log.LogRecord;
import io.streamwright.store.Overlay;
import io.streamwright.store.StoreKeys;
import io.streamwright.store.TransactionalStore;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Keys of records that wait, as the changelog has them; and the clock beside them, which it has not. Thread-safe: holds nothing. */
public final class RecordKeys implements StoreKeys {

    private RecordKeys() {}

    /**
     * Returns the keys of a buffer.
     *
     * @throws StoreInvariantException if the store holds something else than records that wait
     */
    public static RecordKeys in(StoreBytes store, String name) {
        if (store.get(RecordClock.KEY) == null) {
            try (StoreIterator all = store.iterate(KeyRange.ALL, true)) {
                if (all.isValid()) {
                    throw new StoreInvariantException(
                            "store " + name + " was written by a program in which it was no buffer"
                                    + " of a join: give the join another name, or reset the application");
                }
            }
        }
        return new RecordKeys();
    }

    @Override
    public @Nullable Logged toChangelog(Overlay.Write write, ValueLayout values) {
        return write.key().equals(RecordClock.KEY)
                ? null
                : Logged.of(write.key().get(), write, values);
    }

    @Override
    public Optional<KeyRange> leftBehind(TransactionalStore store) {
        return Optional.empty();
    }

    @Override
    public StoreUpdate restoring(
            TransactionalStore store, List<LogRecord> records, ValueLayout values, StoreUpdate update) {
        return new StoreUpdate(update.store(), update.position(), receiver -> {
            RecordClock before = RecordClock.of(store.committedValue(RecordClock.KEY));
            RecordClock clock = before == null ? RecordClock.FRESH : before;
            for (LogRecord record : records) {
                byte[] place = record.key();
                if (place != null) {
                    receiver.accept(Bytes.wrap(place), record.value());
                    clock = clock.at(RecordPlace.timestampOf(place))
                            .withSequence(Math.max(clock.sequence(), RecordPlace.sequenceOf(place)));
                }
            }
            receiver.accept(RecordClock.KEY, clock.toBytes());
        });
    }
}
