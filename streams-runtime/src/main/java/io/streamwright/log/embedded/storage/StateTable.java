package io.streamwright.log.embedded.storage;

/** The kinds of state that storage keeps beside batches, each by a key with its latest value. */
public enum StateTable {
    /** Topics by name. */
    TOPICS,
    /** Snapshots of partitions, from which recovery replays the batches behind them. */
    PARTITIONS,
    /** The transaction log: the latest record of each transactional id. */
    TRANSACTIONS,
    /** Groups and their committed offsets. */
    GROUPS
}
