package io.streamwright.testing;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * A fault that a test has armed: says how often it fired, and lets held calls go on.
 *
 * <p>Thread-safe: one lock around what it counts; calls wait for a future that is completed once.
 */
public final class Fault {
    /** A call that a test forgot to release does not keep its thread for longer. */
    private static final Duration LONGEST_HOLD = Duration.ofMinutes(5);

    private final FaultPoint point;
    private final FaultAction action;
    private final CompletableFuture<@Nullable Void> released = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Guarded by the lock.
    private int skipped;
    private int fired;
    private boolean disarmed;

    Fault(FaultPoint point, FaultAction action) {
        this.point = point;
        this.action = action;
        if (!action.holds()) {
            released.complete(null);
        }
    }

    /** Returns how often it fired: how many calls failed, are or were held, or were seen. */
    public int fired() {
        lock.lock();
        try {
            return fired;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it has fired. A call that is held has arrived then, and waits.
     *
     * @param timeout how long at most
     * @throws AssertionError if it has not in that time; says which fault
     */
    public void awaitFired(Duration timeout) throws InterruptedException {
        awaitFired(1, timeout);
    }

    /**
     * Waits until it has fired a number of times.
     *
     * @param times how often at least
     * @param timeout how long at most
     * @throws AssertionError if it has not in that time; says which fault, and how often it fired
     */
    public void awaitFired(int times, Duration timeout) throws InterruptedException {
        lock.lock();
        try {
            long leftNanos = timeout.toNanos();
            while (fired < times) {
                if (leftNanos <= 0) {
                    throw new AssertionError("fault at " + point + " fired " + fired + " times in " + timeout + ", not "
                            + times + " times");
                }
                leftNanos = changed.awaitNanos(leftNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets the calls that it holds go on, and all later ones. Without effect on a fault that holds none. */
    public void release() {
        released.complete(null);
    }

    /** Makes it strike no more; calls that it holds stay held until they are released. */
    public void disarm() {
        lock.lock();
        try {
            disarmed = true;
        } finally {
            lock.unlock();
        }
    }

    boolean isAfterEffect() {
        return point.afterEffect();
    }

    boolean hasRecordCondition() {
        return point.record() != null;
    }

    boolean isAbout(String transactionalId, ProducerRecord<byte[], byte[]> record) {
        return point.isAbout(transactionalId, record);
    }

    boolean fails() {
        return action.failure() != null;
    }

    /** Returns whether it strikes this call, and counts it. */
    boolean strikes(MadeCall call) {
        if (!point.isAt(call, this)) {
            return false;
        }
        lock.lock();
        try {
            if (disarmed || fired >= point.times()) {
                return false;
            }
            if (skipped < point.skip()) {
                skipped++;
                return false;
            }
            fired++;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Completes when calls need not wait any more. */
    CompletableFuture<@Nullable Void> released() {
        return released;
    }

    /**
     * Keeps the calling thread until the fault is released.
     *
     * @throws InterruptException if it is interrupted meanwhile, as a log's calls do
     */
    void hold() {
        try {
            released.get(LONGEST_HOLD.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new InterruptException(e); // which keeps the thread interrupted
        } catch (TimeoutException e) {
            throw new IllegalStateException("fault at " + point + " was not released within " + LONGEST_HOLD, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("fault at " + point + " cannot be released", e);
        }
    }

    /** Does to the call what it is there for; returns if the call goes on. */
    void act() {
        action.action().run();
        Supplier<? extends RuntimeException> failure = action.failure();
        if (failure != null) {
            throw failure.get();
        }
    }

    @Override
    public String toString() {
        return "fault at " + point + " fired=" + fired();
    }
}
