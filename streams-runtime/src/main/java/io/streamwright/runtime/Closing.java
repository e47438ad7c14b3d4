package io.streamwright.runtime;

import io.streamwright.CloseOptions;
import java.time.Duration;
import java.util.Optional;

/** Reads how an application is to be closed. Owner: the thread that closes. */
final class Closing extends CloseOptions {
    Closing(CloseOptions options) {
        super(options);
    }

    /** Returns how long to wait; empty for as long as it takes. */
    Optional<Duration> waitAtMost() {
        return timeout;
    }

    /** Returns whether the place in the group is kept for the instance's return. */
    boolean keepsPlace() {
        return operation == GroupMembershipOperation.REMAIN_IN_GROUP;
    }
}
