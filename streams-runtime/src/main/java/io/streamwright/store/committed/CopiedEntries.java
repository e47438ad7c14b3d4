package io.streamwright.store.committed;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;

/**
 * Walks over a copy of entries, of a store that cannot keep what an iterator has not passed yet.
 *
 * <p>Owner: who made it.
 */
public final class CopiedEntries implements BytesIterator {
    private final List<Entry> entries;
    private int next;

    private CopiedEntries(List<Entry> entries) {
        this.entries = entries;
    }

    /** Copies what is left of an iterator, which ends behind its last entry and stays open. */
    public static CopiedEntries of(BytesIterator rest) {
        List<Entry> entries = new ArrayList<>();
        for (; rest.isValid(); rest.advance()) {
            entries.add(new Entry(rest.key(), rest.value()));
        }
        return new CopiedEntries(entries);
    }

    @Override
    public boolean isValid() {
        return next < entries.size();
    }

    @Override
    public Bytes key() {
        return entries.get(next).key;
    }

    @Override
    public byte[] value() {
        return entries.get(next).value;
    }

    @Override
    public void advance() {
        next++;
    }

    @Override
    public void close() {
        next = entries.size();
    }

    /** One entry. Immutable. */
    private record Entry(Bytes key, byte[] value) {}
}
