package io.streamwright.store.recency;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a store in the order of their last use, of which the least recent leave when there are too many.
 *
 * <p>It follows the store's transactions: what was used in one that is dropped is as if it had not been, so that the same records
 * drive out the same keys when they are processed again. Each use has a number, and a transaction remembers the numbers that its keys
 * had before: taking it back costs in proportion to the keys it used.
 *
 * <p>Owner: the worker that owns the task.
 */
public final class Recency {
    /** Stands for a key that was not there. */
    private static final long ABSENT = -1;

    private final int maxKeys;
    private final Map<Bytes, Long> uses = new HashMap<>();
    private final NavigableMap<Long, Bytes> keys = new TreeMap<>();
    /** The number of the last use of each key before the open transaction used it. */
    private Map<Bytes, Long> beforeOpen = new HashMap<>();
    /** The same for the transaction whose commit is not decided; null if there is none. */
    private @Nullable Map<Bytes, Long> beforeCommitting;

    private long nextUse;

    /**
     * Starts without keys.
     *
     * @param maxKeys how many may stay; 0 or more
     */
    public Recency(int maxKeys) {
        if (maxKeys < 0) {
            throw new IllegalArgumentException("at most " + maxKeys + " keys: the number cannot be negative");
        }
        this.maxKeys = maxKeys;
    }

    /** The key was used, and is there. */
    public void use(Bytes key) {
        move(key, nextUse++);
    }

    /** The key is not there any more. */
    public void forget(Bytes key) {
        move(key, ABSENT);
    }

    private void move(Bytes key, long use) {
        long before = set(key, use);
        if (before != use) {
            beforeOpen.putIfAbsent(key, before);
        }
    }

    /** Returns the number of the use before. */
    private long set(Bytes key, long use) {
        Long before = use == ABSENT ? uses.remove(key) : uses.put(key, use);
        if (before != null) {
            keys.remove(before);
        }
        if (use != ABSENT) {
            keys.put(use, key);
        }
        return before == null ? ABSENT : before;
    }

    /** Returns the key that has to leave, as there are more than may stay; empty if none has to. */
    public Optional<Bytes> excess() {
        return keys.size() > maxKeys ? Optional.of(keys.firstEntry().getValue()) : Optional.empty();
    }

    /** Makes the open transaction the committing one. */
    public void seal() {
        beforeCommitting = beforeOpen;
        beforeOpen = new HashMap<>();
    }

    /** The committing transaction is committed. */
    public void committed() {
        beforeCommitting = null;
    }

    /** What was used until now is not taken back any more; for a restore. */
    public void settle() {
        beforeOpen = new HashMap<>();
        beforeCommitting = null;
    }

    /** Both transactions are dropped. */
    public void rollback() {
        beforeOpen.forEach(this::set);
        if (beforeCommitting != null) {
            beforeCommitting.forEach(this::set);
        }
        settle();
    }

    /** The store was emptied. */
    public void clear() {
        uses.clear();
        keys.clear();
        settle();
    }
}
