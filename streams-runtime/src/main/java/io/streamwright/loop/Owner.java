package io.streamwright.loop;

import org.jspecify.annotations.Nullable;

/**
 * Checks that what belongs to one loop is touched by that loop's thread only.
 *
 * <p>Thread-safe: the owner is set once by the first thread that checks, and may be released for another one to take over.
 */
public final class Owner {
    private final String what;
    private final boolean isChecked;
    // Volatile: a thief must see the true owner; for the owner itself the read costs nothing that matters per batch.
    private volatile @Nullable Thread thread;

    /**
     * Makes an owner that the first checking thread becomes.
     *
     * @param what the thing that is owned, for the message
     */
    public Owner(String what) {
        this(what, true);
    }

    private Owner(String what, boolean isChecked) {
        this.what = what;
        this.isChecked = isChecked;
    }

    /**
     * Makes an owner that lets every thread pass: whoever holds the thing sees to it that one uses it at a time.
     *
     * @param what the thing that is owned
     */
    public static Owner ofWhoeverHolds(String what) {
        return new Owner(what, false);
    }

    /**
     * Passes if the calling thread is the owner, and makes it the owner if there is none.
     *
     * @throws IllegalStateException if another thread owns the thing; nothing was changed
     */
    public void check() {
        Thread current = Thread.currentThread();
        Thread owner = thread;
        if (owner == current || !isChecked) {
            return;
        }
        if (owner != null) {
            throw new IllegalStateException(
                    what + " belongs to thread " + owner.getName() + " and was touched by " + current.getName());
        }
        thread = current;
    }

    /** Gives the thing up, so that another thread can become the owner. Called by the owner. */
    public void release() {
        check();
        thread = null;
    }
}
