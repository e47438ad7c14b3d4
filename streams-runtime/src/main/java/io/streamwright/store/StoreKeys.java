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
public interface StoreKeys {

    /** Keys as they are. */
    StoreKeys PLAIN = new Plain();

    /** Returns what the changelog has of a write; null if it is none of the changelog's. */
    @Nullable
    Logged toChangelog(Overlay.Write write, ValueLayout values);

    /**
     * Returns the headers of a changelog record.
     *
     * @param store with the open transaction
     * @param write what the record is about
     * @param values how values lie
     */
    default Header[] headers(TransactionalStore store, Overlay.Write write, ValueLayout values) {
        return values.changelogHeaders(write.value(), write.headersOfDeletion());
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

    /**
     * A changelog record. Immutable.
     *
     * @param key serialized key
     * @param value serialized value; null if the key was deleted
     * @param timestamp ms since the epoch
     */
    record Logged(byte[] key, byte @Nullable [] value, long timestamp) {

        /** Of a value as its layout has it. */
        public static Logged of(byte[] key, Overlay.Write write, ValueLayout values) {
            byte[] stored = write.value();
            return new Logged(
                    key,
                    stored == null ? null : values.toChangelog(stored),
                    values.changelogTimestamp(stored, write.timestamp()));
        }
    }

    /** Keys as they are. Thread-safe: holds nothing. */
    final class Plain implements StoreKeys {
        private Plain() {}

        @Override
        public Logged toChangelog(Overlay.Write write, ValueLayout values) {
            return Logged.of(write.key().get(), write, values);
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
                                value == null
                                        ? null
                                        : values.fromChangelog(value, record.timestamp(), record.headers()));
                    }
                }
            });
        }
    }
}
