package io.streamwright.store;

import io.streamwright.log.LogRecord;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreUpdate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction wrote to one store: the last write of each key.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class Overlay implements StoreUpdate.Changes {
    /** About what the maps and the entry cost beside the bytes of key and value. */
    private static final int BYTES_PER_WRITE = 160;

    private final Map<Bytes, Write> writes = new HashMap<>();
    /** Begins and ends the ring of writes: its {@code next} is the oldest, its {@code previous} the latest. */
    private final Write ring = new Write(Bytes.wrap(new byte[0]));
    /** Built for the first range, kept up to date from then on. */
    private @Nullable NavigableMap<Bytes, Write> sorted;

    private long bytes;
    private boolean frozen;

    /** Returns the last write of a key; null if the transaction did not write it. */
    @Nullable
    Write find(Bytes key) {
        return writes.get(key);
    }

    /** Makes this the last write of a key, and the latest of all. */
    void put(Bytes key, byte @Nullable [] value, long timestamp, Header[] headersOfDeletion) {
        Write write = writes.get(key);
        if (write == null) {
            write = new Write(key);
            writes.put(key, write);
            if (sorted != null) {
                sorted.put(key, write);
            }
            bytes += key.get().length + BYTES_PER_WRITE;
        } else {
            write.unlink();
        }
        bytes += length(value) - length(write.value);
        write.value = value;
        write.timestamp = timestamp;
        write.headersOfDeletion = headersOfDeletion;
        write.linkBefore(ring);
    }

    private static int length(byte @Nullable [] value) {
        return value == null ? 0 : value.length;
    }

    /** Refuses writes from now on: they would miss the changelog. */
    void freeze() {
        frozen = true;
    }

    boolean isFrozen() {
        return frozen;
    }

    boolean isEmpty() {
        return writes.isEmpty();
    }

    int size() {
        return writes.size();
    }

    /** Returns about how much memory it takes. */
    long bytes() {
        return bytes;
    }

    /** Returns the latest write; null if there is none. */
    @Nullable
    Write latest() {
        return ring.previous == ring ? null : ring.previous;
    }

    /** Hands over the writes, in the order of the last write of each key. */
    void forEachWrite(Consumer<? super Write> action) {
        for (Write write = ring.next; write != ring; write = write.next) {
            action.accept(write);
        }
    }

    /** Returns whether there is a write that matches. */
    boolean anyWrite(Predicate<? super Write> matches) {
        for (Write write = ring.next; write != ring; write = write.next) {
            if (matches.test(write)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void forEach(StoreUpdate.Receiver receiver) {
        for (Write write = ring.next; write != ring; write = write.next) {
            receiver.accept(write.key, write.value);
        }
    }

    /** Returns the first write in a range, or the last; null if there is none. Costs nothing that depends on the range. */
    @Nullable
    Change nearest(KeyRange range, boolean forward) {
        if (writes.isEmpty()) {
            return null;
        }
        NavigableMap<Bytes, Write> part = part(range);
        Map.Entry<Bytes, Write> nearest = forward ? part.firstEntry() : part.lastEntry();
        return nearest == null ? null : new Change(nearest.getKey(), nearest.getValue().value);
    }

    /** Returns the writes in a range as they are now, in the order of iteration. Costs in proportion to the range. */
    List<Change> slice(KeyRange range, boolean forward) {
        if (writes.isEmpty()) {
            return List.of();
        }
        NavigableMap<Bytes, Write> part = part(range);
        List<Change> changes = new ArrayList<>();
        for (Write write : (forward ? part : part.descendingMap()).values()) {
            changes.add(new Change(write.key, write.value));
        }
        return changes;
    }

    /** Returns the first key written in a range. */
    Optional<Bytes> first(KeyRange range) {
        NavigableMap<Bytes, Write> part = writes.isEmpty() ? Collections.emptyNavigableMap() : part(range);
        return part.isEmpty() ? Optional.empty() : Optional.of(part.firstKey());
    }

    private NavigableMap<Bytes, Write> part(KeyRange range) {
        NavigableMap<Bytes, Write> all = sorted;
        if (all == null) {
            all = new TreeMap<>(writes);
            sorted = all;
        }
        return range.of(all);
    }

    /**
     * A changed key. Immutable.
     *
     * @param key serialized key
     * @param value serialized value; null if the key was deleted
     */
    public record Change(Bytes key, byte @Nullable [] value) {}

    /** The last write of one key. Owner: the overlay. */
    public static final class Write {
        private final Bytes key;
        private byte @Nullable [] value;
        private long timestamp;
        private Header[] headersOfDeletion = LogRecord.NO_HEADERS;
        private Write previous = this;
        private Write next = this;

        private Write(Bytes key) {
            this.key = key;
        }

        /** Returns the serialized key. */
        public Bytes key() {
            return key;
        }

        /** Returns the serialized value; null if the key was deleted. */
        public byte @Nullable [] value() {
            return value;
        }

        /** Returns the time of the record that was processed when it was written. */
        public long timestamp() {
            return timestamp;
        }

        /** Returns the headers that the changelog record of a deletion has. */
        public Header[] headersOfDeletion() {
            return headersOfDeletion;
        }

        private void unlink() {
            previous.next = next;
            next.previous = previous;
        }

        private void linkBefore(Write successor) {
            previous = successor.previous;
            next = successor;
            previous.next = this;
            successor.previous = this;
        }
    }
}
