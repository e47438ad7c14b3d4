package io.streamwright.query;

/** In which order the entries of an answer come. */
public enum ResultOrder {
    /** As it comes; stores of this engine then go upwards. */
    ANY,
    /** From the lowest serialized key, or the earliest time, upwards. */
    ASCENDING,
    /** From the highest serialized key, or the latest time, downwards. */
    DESCENDING
}
