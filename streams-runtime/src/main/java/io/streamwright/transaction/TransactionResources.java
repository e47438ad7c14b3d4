package io.streamwright.transaction;

import io.streamwright.errors.ErrorClassifier;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.WriterOptions;
import io.streamwright.store.RestoreProgress;

/**
 * What a task's transaction works with. Immutable.
 *
 * @param log where it writes
 * @param writer its identity and limits on the log
 * @param membership the group whose offsets it commits
 * @param restoreProgress told how far the stores have caught up
 * @param classifier gives errors their category
 * @param retryBackoffMs pause before the first repetition of a failed call, in milliseconds
 */
public record TransactionResources(
        LogClient log,
        WriterOptions writer,
        GroupMembership membership,
        RestoreProgress restoreProgress,
        ErrorClassifier classifier,
        long retryBackoffMs) {}
