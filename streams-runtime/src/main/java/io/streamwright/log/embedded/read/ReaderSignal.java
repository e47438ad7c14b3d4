package io.streamwright.log.embedded.read;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one waiting reader.
 *
 * <p>Thread-safe: anybody raises it, its reader alone waits. A signal raised before the wait ends the wait at once, so none is lost:
 * the flag is set before the unpark, and looked at after the thread is known.
 */
final class ReaderSignal {
    private volatile boolean raised;
    private volatile @Nullable Thread waiting;

    void raise() {
        if (!raised) {
            raised = true;
            LockSupport.unpark(waiting);
        }
    }

    /** Forgets an earlier signal; what led to it is seen by everything read afterwards. */
    void clear() {
        raised = false;
    }

    /** Waits until the signal is raised, the time has passed or the thread is interrupted. */
    void await(long timeoutNanos) {
        waiting = Thread.currentThread();
        if (!raised) {
            LockSupport.parkNanos(this, timeoutNanos);
        }
        waiting = null;
    }
}
