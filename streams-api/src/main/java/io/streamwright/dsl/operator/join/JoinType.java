package io.streamwright.dsl.operator.join;

import io.streamwright.kstream.ValueJoiner;
import org.jspecify.annotations.Nullable;

/** Which rows of two tables have a result. */
public enum JoinType {
    /** Pairs alone. */
    INNER(false, false),
    /** Pairs, and rows of the left table alone. */
    LEFT(true, false),
    /** Pairs, and rows of either table alone. */
    OUTER(true, true);

    private final boolean keepsLeft;
    private final boolean keepsRight;

    JoinType(boolean keepsLeft, boolean keepsRight) {
        this.keepsLeft = keepsLeft;
        this.keepsRight = keepsRight;
    }

    /** Returns whether a row of the left table alone has a result. */
    public boolean keepsLeft() {
        return keepsLeft;
    }

    /** Returns whether a row of the right table alone has a result. */
    public boolean keepsRight() {
        return keepsRight;
    }

    /** Returns the result of two rows, of which each may be missing; null if they have none. */
    <V1, V2, VOut> @Nullable VOut result(
            ValueJoiner<@Nullable V1, @Nullable V2, @Nullable VOut> joiner, @Nullable V1 left, @Nullable V2 right) {
        boolean kept = left != null ? right != null || keepsLeft : right != null && keepsRight;
        return kept ? joiner.apply(left, right) : null;
    }
}
