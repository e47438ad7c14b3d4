package io.streamwright.processor;

/** Which clock drives a punctuation. */
public enum PunctuationType {
    /** The highest timestamp that the task has processed; stands still while no record comes. */
    STREAM_TIME,
    /** The machine's clock. */
    WALL_CLOCK_TIME
}
