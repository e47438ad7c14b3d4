package io.streamwright.transaction;

import io.streamwright.errors.TransactionApi;

/** A call of the log that a task's transaction makes. */
enum LogCall {
    /** Opening the transactional id, and asking what is committed. */
    OPEN(TransactionApi.TRANSACTION, true),
    /** Bringing the stores up to their changelogs. */
    RESTORE(TransactionApi.TRANSACTION, true),
    /** Beginning a transaction: nothing is in it yet. */
    BEGIN(TransactionApi.TRANSACTION, true),
    /** Writing a record. After a failure the log takes nothing more of this transaction. */
    APPEND(TransactionApi.PRODUCER, false),
    /** Adding consumed offsets. After a failure the log takes nothing more of this transaction. */
    ADD_OFFSETS(TransactionApi.TRANSACTION, false),
    /** None: code of the program has said, with an error of its own, what is wrong with the transaction. */
    PROCESS(TransactionApi.PRODUCER, false),
    /** None: the transaction is open for longer than the log allows. */
    TIME_OUT(TransactionApi.PRODUCER, false),
    /** Committing. After a failure the outcome is unknown until the call is made again or the id is opened anew. */
    COMMIT(TransactionApi.TRANSACTION, true),
    /** Aborting. */
    ABORT(TransactionApi.TRANSACTION, true);

    private final TransactionApi api;
    private final boolean repeatable;

    LogCall(TransactionApi api, boolean repeatable) {
        this.api = api;
        this.repeatable = repeatable;
    }

    /** Returns the column of the table of errors. */
    TransactionApi api() {
        return api;
    }

    /** Returns whether the call alone can be made again; otherwise its transaction is. */
    boolean isRepeatable() {
        return repeatable;
    }
}
