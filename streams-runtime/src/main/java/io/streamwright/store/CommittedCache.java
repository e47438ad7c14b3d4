package io.streamwright.store;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Committed values that a task used last, known absence included, up to a number of bytes over all its stores.
 *
 * <p>Owner: the worker that owns the task.
 */
final class CommittedCache {
    /** About what the map and the entry cost beside the bytes of key and value. */
    private static final int BYTES_PER_SLOT = 144;

    private final long maxBytes;
    /** Begins and ends the ring of slots: its {@code older} is the one used last, its {@code newer} the one to go first. */
    private final Slot ring = new Slot(Map.of(), Bytes.wrap(new byte[0]));

    private long bytes;

    CommittedCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns a part for one store; the limit is shared. */
    Part part() {
        return new Part();
    }

    long bytes() {
        return bytes;
    }

    private void evictDownTo(long limit) {
        while (bytes > limit) {
            remove(ring.newer);
        }
    }

    private void remove(Slot slot) {
        slot.home.remove(slot.key);
        slot.unlink();
        bytes -= slot.bytes();
    }

    /** The values of one store. Owner: as the cache. */
    final class Part {
        private final Map<Bytes, Slot> slots = new HashMap<>();

        /** Returns what is known of a key; null if nothing is. */
        @Nullable
        Slot find(Bytes key) {
            Slot slot = slots.get(key);
            if (slot != null && slot != ring.older) {
                slot.unlink();
                slot.linkBehind(ring);
            }
            return slot;
        }

        /** Remembers what is committed for a key; null if it is absent. */
        void put(Bytes key, byte @Nullable [] value) {
            Slot slot = slots.get(key);
            if (slot == null) {
                slot = new Slot(slots, key);
                slots.put(key, slot);
            } else {
                bytes -= slot.bytes();
                slot.unlink();
            }
            slot.value = value;
            slot.linkBehind(ring);
            bytes += slot.bytes();
            evictDownTo(maxBytes);
        }

        /** Forgets everything of this store. */
        void clear() {
            for (Slot slot : slots.values()) {
                slot.unlink();
                bytes -= slot.bytes();
            }
            slots.clear();
        }
    }

    /** What is committed for one key. Owner: the cache. */
    static final class Slot {
        private final Map<Bytes, Slot> home;
        private final Bytes key;
        private byte @Nullable [] value;
        private Slot newer = this;
        private Slot older = this;

        private Slot(Map<Bytes, Slot> home, Bytes key) {
            this.home = home;
            this.key = key;
        }

        /** Returns the committed value; null if the key is absent. */
        byte @Nullable [] value() {
            return value;
        }

        private long bytes() {
            byte[] present = value;
            return BYTES_PER_SLOT + key.get().length + (present == null ? 0L : present.length);
        }

        private void unlink() {
            newer.older = older;
            older.newer = newer;
        }

        private void linkBehind(Slot successor) {
            newer = successor;
            older = successor.older;
            older.newer = this;
            successor.older = this;
        }
    }
}
