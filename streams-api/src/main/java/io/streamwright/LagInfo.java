package io.streamwright;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition of a store is behind its changelog (KIP-535). A store at work is not behind at all: what it wrote last stands
 * there.
 *
 * <p>Immutable.
 */
public class LagInfo {

    private final long currentOffsetPosition;
    private final long endOffsetPosition;

    /**
     * For the engine.
     *
     * @param currentOffsetPosition next offset of the changelog that the store misses
     * @param endOffsetPosition end of the changelog
     */
    public LagInfo(long currentOffsetPosition, long endOffsetPosition) {
        this.currentOffsetPosition = currentOffsetPosition;
        this.endOffsetPosition = endOffsetPosition;
    }

    /** Returns the next offset of the changelog that the store misses. */
    public long currentOffsetPosition() {
        return currentOffsetPosition;
    }

    /** Returns the end of the changelog. */
    public long endOffsetPosition() {
        return endOffsetPosition;
    }

    /** Returns how many offsets the store is behind; not negative. */
    public long offsetLag() {
        return Math.max(0, endOffsetPosition - currentOffsetPosition);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof LagInfo that
                        && currentOffsetPosition == that.currentOffsetPosition
                        && endOffsetPosition == that.endOffsetPosition);
    }

    @Override
    public int hashCode() {
        return Objects.hash(currentOffsetPosition, endOffsetPosition);
    }

    @Override
    public String toString() {
        return "LagInfo(currentOffsetPosition=" + currentOffsetPosition + ", endOffsetPosition=" + endOffsetPosition
                + ", offsetLag=" + offsetLag() + ")";
    }
}
