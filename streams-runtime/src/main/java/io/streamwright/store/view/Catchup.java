package io.streamwright.store.view;

/**
 * How far a store is restored. Immutable.
 *
 * @param position next offset of its changelog that it misses
 * @param endOffset where it is complete
 */
public record Catchup(long position, long endOffset) {

    /** Returns how many offsets it misses. */
    public long missing() {
        return Math.max(0, endOffset - position);
    }
}
