package io.streamwright.query;

import org.jspecify.annotations.Nullable;

/**
 * How far a store must have come to answer.
 *
 * <p>Immutable.
 */
public class PositionBound {

    private final Position position;

    private PositionBound(Position position) {
        this.position = position;
    }

    /** Asks for nothing. */
    public static PositionBound unbounded() {
        return new PositionBound(Position.emptyPosition());
    }

    /** Asks for a position; what it has of other partitions than the store's does not count. */
    public static PositionBound at(Position position) {
        return new PositionBound(position.copy());
    }

    /** Returns whether nothing is asked for. */
    public boolean isUnbounded() {
        return position.isEmpty();
    }

    /** Returns a copy of the position. */
    public Position position() {
        return position.copy();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof PositionBound that && position.equals(that.position));
    }

    /** Not supported, as that of a position is not. */
    @Override
    public int hashCode() {
        throw new UnsupportedOperationException("a bound has a position, so it cannot be a key");
    }

    @Override
    public String toString() {
        return "PositionBound(" + position + ")";
    }
}
