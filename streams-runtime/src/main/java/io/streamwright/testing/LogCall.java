package io.streamwright.testing;

import java.util.EnumSet;
import java.util.Set;

/** A call of a log that can fail, as {@link FaultyLog} tells them apart. What only remembers something for later is none. */
public enum LogCall {
    /** {@link io.streamwright.log.LogProvider#open}. */
    OPEN_LOG,
    /** {@link io.streamwright.log.LogClient#openReader}. */
    OPEN_READER,
    /** {@link io.streamwright.log.LogClient#openWriter}: fences the transactional id's earlier owner. */
    OPEN_WRITER,
    /** {@link io.streamwright.log.LogClient#join}. A member whose join took effect before it failed leaves the group again. */
    JOIN,
    /** {@link io.streamwright.log.LogClient#close}. */
    CLOSE_LOG,

    /** {@link io.streamwright.log.TransactionalWriter#begin}. */
    BEGIN,
    /** {@link io.streamwright.log.TransactionalWriter#append}: output records and changes of stores. */
    APPEND,
    /** {@link io.streamwright.log.TransactionalWriter#addOffsets}. */
    ADD_OFFSETS,
    /** {@link io.streamwright.log.TransactionalWriter#commit}. It fails its future, and throws nothing. */
    COMMIT,
    /** {@link io.streamwright.log.TransactionalWriter#abort}. It fails its future, and throws nothing. */
    ABORT,
    /** {@link io.streamwright.log.TransactionalWriter#close}. */
    CLOSE_WRITER,

    /** {@link io.streamwright.log.LogReader#poll} of anything but {@link #RESTORE}. */
    POLL,
    /**
     * {@link io.streamwright.log.LogReader#poll} of a reader that reads nothing but topics named {@code *-changelog}: a store is being
     * restored. A source topic that serves as a changelog is read by a {@link #POLL}.
     */
    RESTORE,
    /** {@link io.streamwright.log.LogReader#close}. */
    CLOSE_READER,

    /** {@link io.streamwright.log.GroupMembership#close}. */
    LEAVE,

    /** {@link io.streamwright.log.LogTopics#names}. */
    TOPIC_NAMES,
    /** {@link io.streamwright.log.LogTopics#describe}. */
    DESCRIBE_TOPIC,
    /** {@link io.streamwright.log.LogTopics#create}. */
    CREATE_TOPIC,
    /** {@link io.streamwright.log.LogTopics#startOffsets}. */
    START_OFFSETS,
    /** {@link io.streamwright.log.LogTopics#stableOffsets}. */
    STABLE_OFFSETS,
    /** {@link io.streamwright.log.LogTopics#committedOffsets}. */
    COMMITTED_OFFSETS,
    /** {@link io.streamwright.log.LogTopics#deleteRecordsBefore}. */
    DELETE_RECORDS;

    private static final Set<LogCall> OF_WRITERS =
            EnumSet.of(OPEN_WRITER, BEGIN, APPEND, ADD_OFFSETS, COMMIT, ABORT, CLOSE_WRITER);
    private static final Set<LogCall> OF_TRANSACTIONS = EnumSet.of(APPEND, ADD_OFFSETS, COMMIT, ABORT);
    private static final Set<LogCall> WITHOUT_TOPIC = EnumSet.of(
            OPEN_LOG,
            OPEN_READER,
            OPEN_WRITER,
            JOIN,
            CLOSE_LOG,
            BEGIN,
            COMMIT,
            ABORT,
            CLOSE_WRITER,
            CLOSE_READER,
            LEAVE,
            TOPIC_NAMES);
    private static final Set<LogCall> WITHOUT_EFFECT = EnumSet.of(
            OPEN_READER, POLL, RESTORE, TOPIC_NAMES, DESCRIBE_TOPIC, START_OFFSETS, STABLE_OFFSETS, COMMITTED_OFFSETS);

    /** Returns whether it is a call for one transactional id. */
    public boolean hasWriter() {
        return OF_WRITERS.contains(this);
    }

    /** Returns whether it names topics. */
    public boolean hasTopics() {
        return !WITHOUT_TOPIC.contains(this);
    }

    /** Returns whether it is made while a transaction may have records. */
    public boolean hasRecords() {
        return OF_TRANSACTIONS.contains(this);
    }

    /** Returns whether it changes something, so that it can have taken effect although its answer is lost. */
    public boolean hasEffect() {
        return !WITHOUT_EFFECT.contains(this);
    }
}
