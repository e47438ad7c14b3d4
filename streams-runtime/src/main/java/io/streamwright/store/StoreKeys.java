package io.streamwright.store;

import io.streamwright.log.LogRecord;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** How the keys of a store lie in bytes beside how its changelog has them. */
interface StoreKeys {

    /** Keys as they are. */
    StoreKeys PLAIN = new Plain();

    /** Returns the changelog's key; null if the entry is none of the changelog's. */
    byte @Nullable [] toChangelog(Bytes stored);

    /**
     * Returns the headers of a changelog record.
     *
     * @param store with the open transaction
     * @param write what the record is about
     */
    default Header[] headers(TransactionalStore store, Overlay.Write write) {
        return LogRecord.NO_HEADERS;
    }

    /** Returns what committing the sealed transaction leaves behind; empty if nothing. */
    Optional<KeyRange> leftBehind(TransactionalStore store);

    /**
     * Returns what changelog records change; records without a key say nothing about a store.
     *
     * @param store as it is before
     * @param records of the changelog, in order
     * @param values how values lie
     * @param update the store's name and next position, without changes
     */
    StoreUpdate restoring(TransactionalStore store, List<LogRecord> records, ValueLayout values, StoreUpdate update);

    /** Keys as they are. Thread-safe: holds nothing. */
    final class Plain implements StoreKeys {
        private Plain() {}

        @Override
        public byte[] toChangelog(Bytes stored) {
            return stored.get();
        }

        @Override
        public Optional<KeyRange> leftBehind(TransactionalStore store) {
            return Optional.empty();
        }

        @Override
        public StoreUpdate restoring(
                TransactionalStore store, List<LogRecord> records, ValueLayout values, StoreUpdate update) {
            return new StoreUpdate(update.store(), update.position(), receiver -> {
                for (LogRecord record : records) {
                    byte[] key = record.key();
                    byte[] value = record.value();
                    if (key != null) {
                        receiver.accept(
                                Bytes.wrap(key),
                                value == null ? null : values.fromChangelog(value, record.timestamp()));
                    }
                }
            });
        }
    }
}
