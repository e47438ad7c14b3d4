package io.streamwright.log.embedded.protocol;

/** The two ways in which a transaction ends. Stored by name. */
public enum TransactionEnd {
    /** Everything in it becomes visible to read-committed readers. */
    COMMIT,
    /** Nothing of it ever becomes visible to read-committed readers. */
    ABORT
}
