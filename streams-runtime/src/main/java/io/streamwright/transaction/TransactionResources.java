package io.streamwright.transaction;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.WriterOptions;
import io.streamwright.processor.TaskId;
import io.streamwright.store.RestoreProgress;

/**
 * What a task's transaction works with. Immutable.
 *
 * @param task whose it is
 * @param log where it writes
 * @param writer its identity and limits on the log
 * @param membership the group whose offsets it commits
 * @param restoreProgress told how far the stores have caught up
 * @param errors how errors are answered
 */
public record TransactionResources(
        TaskId task,
        LogClient log,
        WriterOptions writer,
        GroupMembership membership,
        RestoreProgress restoreProgress,
        ErrorRules errors) {}
