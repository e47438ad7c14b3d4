package io.streamwright.log;

/**
 * Everything the engine needs of a log.
 *
 * <p>Failures are the exceptions that Kafka's clients throw (package {@code org.apache.kafka.common.errors}), whichever log is
 * behind it, so that one classifier gives them their category.
 *
 * <p>Thread-safe: every method may be called from any thread; what they return has owners of its own.
 */
public interface LogClient extends AutoCloseable {

    /** Returns access to topics, their bounds and committed offsets. */
    LogTopics topics();

    /**
     * Opens a reader without partitions.
     *
     * @param options what it reads and how much at once
     */
    LogReader openReader(ReaderOptions options);

    /**
     * Opens a transactional id: fences its earlier owner, forces that owner's last transaction to a decision and waits until
     * that is visible. Blocks for at most {@link WriterOptions#openTimeout()}.
     *
     * @param options identity and limits
     * @throws org.apache.kafka.common.errors.TimeoutException if the old transaction is still being completed; nothing but the
     *     fencing was done, call again
     * @throws org.apache.kafka.common.errors.InvalidTxnTimeoutException if the log does not allow so long a transaction
     */
    TransactionalWriter openWriter(WriterOptions options);

    /**
     * Joins a group as a new member, which begins a new generation: offsets of older generations are refused from then on. A log that
     * knows a member again may give it the place of its former self instead, whose offsets are refused from then on.
     *
     * @param options the group, and who joins it
     * @throws org.apache.kafka.common.errors.GroupMaxSizeReachedException if the group has a live member and the log allows one
     */
    GroupMembership join(MemberOptions options);

    /** As {@link #join(MemberOptions)}, for a member that is new each time and names no topics. */
    default GroupMembership join(String groupId) {
        return join(MemberOptions.of(groupId));
    }

    /**
     * Joins a group whose members share work. On a log that takes one member only, that one gets everything: its first round has ended
     * when this returns. Else rounds begin and end at any time from now on, also before this returns.
     *
     * @param options the group, and who joins it
     * @param participant this side of it
     * @throws org.apache.kafka.common.errors.GroupMaxSizeReachedException as {@link #join(MemberOptions)}
     */
    default GroupMembership join(MemberOptions options, GroupParticipant participant) {
        LoneRounds alone = new LoneRounds(join(options), participant);
        alone.requestRound();
        return alone;
    }

    /** Closes what was opened here and releases the log; without effect if it is closed already. */
    @Override
    void close();
}
