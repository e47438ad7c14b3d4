package io.streamwright.store;

import io.streamwright.store.Overlay.Change;
import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CopiedEntries;
import io.streamwright.store.view.StoreIterator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the entries of one store as a transaction saw them when it was opened.
 *
 * <p>Changes are a copy of that moment. Committed entries come from the backend, or from memory once {@link #detach} has
 * copied what is left of them.
 *
 * <p>Owner: the worker that owns the task.
 */
final class MergedIterator implements StoreIterator {
    private final List<Change> changes;
    private final Comparator<Bytes> order;
    private final Consumer<MergedIterator> onClose;
    private BytesIterator committed;
    private int nextChange;
    /** The entry it stands on; null behind the last. */
    private @Nullable Entry entry;

    private boolean closed;

    /**
     * Opens on the first entry.
     *
     * @param changes what the transaction changed, newest write of each key, in the order of iteration
     * @param committed what is committed, in the same order; closed with this
     * @param forward ascending or descending
     * @param onClose told once when this is closed
     */
    MergedIterator(List<Change> changes, BytesIterator committed, boolean forward, Consumer<MergedIterator> onClose) {
        this.changes = changes;
        this.committed = committed;
        this.order = forward ? Comparator.naturalOrder() : Comparator.reverseOrder();
        this.onClose = onClose;
        this.entry = findNext();
    }

    /** Merges the changes of two transactions: where both changed a key, the newer counts. */
    static List<Change> merge(List<Change> older, List<Change> newer, boolean forward) {
        if (older.isEmpty()) {
            return newer;
        }
        Comparator<Bytes> order = forward ? Comparator.naturalOrder() : Comparator.reverseOrder();
        List<Change> merged = new ArrayList<>(older.size() + newer.size());
        int next = 0;
        for (Change change : newer) {
            while (next < older.size() && order.compare(older.get(next).key(), change.key()) < 0) {
                merged.add(older.get(next++));
            }
            if (next < older.size() && older.get(next).key().equals(change.key())) {
                next++;
            }
            merged.add(change);
        }
        merged.addAll(older.subList(next, older.size()));
        return merged;
    }

    @Override
    public boolean isValid() {
        return entry != null;
    }

    @Override
    public Bytes key() {
        return current().key;
    }

    @Override
    public byte[] value() {
        return current().value;
    }

    private Entry current() {
        Entry current = entry;
        if (current == null) {
            throw new IllegalStateException("the iterator stands behind the last entry");
        }
        return current;
    }

    @Override
    public void advance() {
        entry = findNext();
    }

    private @Nullable Entry findNext() {
        while (nextChange < changes.size()) {
            Change change = changes.get(nextChange);
            int compared = committed.isValid() ? order.compare(committed.key(), change.key()) : 1;
            if (compared < 0) {
                return takeCommitted();
            }
            if (compared == 0) {
                committed.advance();
            }
            nextChange++;
            byte[] value = change.value();
            if (value != null) {
                return new Entry(change.key(), value);
            }
        }
        return committed.isValid() ? takeCommitted() : null;
    }

    private Entry takeCommitted() {
        Entry taken = new Entry(committed.key(), committed.value());
        committed.advance();
        return taken;
    }

    /** Copies what is left of the committed entries, so that they may change. */
    void detach() {
        BytesIterator rest = CopiedEntries.of(committed);
        committed.close();
        committed = rest;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            entry = null;
            committed.close();
            onClose.accept(this);
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** One entry. Immutable. */
    private record Entry(Bytes key, byte[] value) {}
}
