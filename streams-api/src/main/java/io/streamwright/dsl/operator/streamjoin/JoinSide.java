package io.streamwright.dsl.operator.streamjoin;

/** The two streams of a join. */
enum JoinSide {
    /** This stream. */
    LEFT,
    /** The other stream. */
    RIGHT;

    JoinSide opposite() {
        return this == LEFT ? RIGHT : LEFT;
    }
}
