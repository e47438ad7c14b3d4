package io.streamwright;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How an application is closed (KIP-1153).
 *
 * <p>Owner: the thread that closes.
 */
public class CloseOptions {

    /** What becomes of the place in the group; for subclasses. */
    protected GroupMembershipOperation operation = GroupMembershipOperation.DEFAULT;

    /** How long to wait; empty for as long as it takes; for subclasses. */
    protected Optional<Duration> timeout = Optional.empty();

    private CloseOptions() {}

    /** Copies options; for subclasses. */
    protected CloseOptions(CloseOptions closeOptions) {
        this.operation = closeOptions.operation;
        this.timeout = closeOptions.timeout;
    }

    /** What becomes of the instance's place in the group. */
    public enum GroupMembershipOperation {
        /** What is usual for this kind of member: leaves. */
        DEFAULT,
        /** Leaves, so that others can take the tasks at once. */
        LEAVE_GROUP,
        /** Keeps the place until the log has missed it for long enough. A log that runs in this process lets it go at once. */
        REMAIN_IN_GROUP
    }

    /** Closes with a bounded wait. */
    public static CloseOptions timeout(Duration timeout) {
        return new CloseOptions().withTimeout(timeout);
    }

    /** Closes and says what becomes of the place in the group. */
    public static CloseOptions groupMembershipOperation(GroupMembershipOperation operation) {
        return new CloseOptions().withGroupMembershipOperation(operation);
    }

    /**
     * Bounds the wait.
     *
     * @param newTimeout not negative, which is checked when it is used
     * @return this
     */
    public CloseOptions withTimeout(Duration newTimeout) {
        this.timeout = Optional.of(newTimeout);
        return this;
    }

    /**
     * Says what becomes of the place in the group.
     *
     * @return this
     */
    public CloseOptions withGroupMembershipOperation(GroupMembershipOperation newOperation) {
        this.operation = Objects.requireNonNull(newOperation, "operation cannot be null");
        return this;
    }
}
