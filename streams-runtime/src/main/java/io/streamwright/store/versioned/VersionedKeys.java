package io.streamwright.store.versioned;

import io.streamwright.log.LogRecord;
import io.streamwright.state.BuiltInVersionedStore;
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
import org.jspecify.annotations.Nullable;

/**
 * Keys of versions. The changelog has a record for each version, dated with its timestamp, as that of Kafka Streams has. Immutable.
 *
 * @param supplier says how long versions are kept
 */
public record VersionedKeys(BuiltInVersionedStore supplier) implements StoreKeys {

    /**
     * Returns the keys of a store.
     *
     * @throws StoreInvariantException if the store holds something else than versions
     */
    public static VersionedKeys in(StoreBytes store, BuiltInVersionedStore supplier) {
        if (store.get(VersionedHeader.KEY) == null) {
            try (StoreIterator all = store.iterate(KeyRange.ALL, true)) {
                if (all.isValid()) {
                    throw new StoreInvariantException(
                            "store " + supplier.name() + " was written by a program in which it"
                                    + " was not versioned: give the versioned store another name, or reset the application");
                }
            }
        }
        return new VersionedKeys(supplier);
    }

    /** Leaves out what is let go: the changelog's compaction does that on its own. */
    @Override
    public @Nullable Logged toChangelog(Overlay.Write write, ValueLayout values) {
        byte[] stored = write.value();
        if (stored == null || !VersionedLayout.isVersion(write.key())) {
            return null;
        }
        return new Logged(
                VersionedLayout.keyOf(write.key()),
                VersionedLayout.fromStored(stored),
                VersionedLayout.timestampOf(write.key()));
    }

    /** Nothing: puts let go what is left behind. */
    @Override
    public Optional<KeyRange> leftBehind(TransactionalStore store) {
        return Optional.empty();
    }

    @Override
    public StoreUpdate restoring(
            TransactionalStore store, List<LogRecord> records, ValueLayout values, StoreUpdate update) {
        Versions versions = new Versions(store, supplier);
        for (LogRecord record : records) {
            byte[] key = record.key();
            if (key != null) {
                versions.put(key, record.value(), record.timestamp());
            }
        }
        return new StoreUpdate(update.store(), update.position(), store.takeWrites());
    }
}
