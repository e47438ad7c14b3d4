package io.streamwright.errors;

/** Which side of a transaction raised an error; for one exception the category depends on it (KIP-1050). */
public enum TransactionApi {
    /** Writing records: what a produce request, or its callback, answers. */
    PRODUCER,
    /** The transaction itself: opening an id, adding partitions or offsets, committing, aborting. */
    TRANSACTION
}
