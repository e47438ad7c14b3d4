package io.streamwright.dsl.plan;

/** What an operator on a stream does to its records, as far as moving repartition steps over it goes. */
public enum Effect {
    /** Keys and values stay of the same type: a repartition step below may be moved above. */
    NONE,
    /** Values get another type: a repartition step stays below. */
    CHANGES_VALUES,
    /** Keys change: repartition steps below are needed, and one of them may serve all. */
    CHANGES_KEYS,
    /** Streams come together: the repartition steps below may serve all of them. */
    MERGES,
    /** Anything may happen: repartition steps stay as they are. */
    OPAQUE
}
