package io.streamwright.loop;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The one way into a loop: immutable messages from any thread, taken out by the loop.
 *
 * <p>Thread-safe: a bounded queue; {@link #drain} is for the owner alone.
 *
 * @param <M> messages
 */
public final class Mailbox<M> {
    private final BlockingQueue<M> messages;
    private final Runnable wakeup;

    /**
     * Makes an empty mailbox.
     *
     * @param capacity how many messages may wait; its sender's number of requests in flight must stay below
     * @param wakeup called after each post, from the posting thread; makes the loop look
     */
    public Mailbox(int capacity, Runnable wakeup) {
        this.messages = new ArrayBlockingQueue<>(capacity);
        this.wakeup = wakeup;
    }

    /**
     * Leaves a message.
     *
     * @throws RejectedExecutionException if the mailbox is full, which its senders' limits exclude
     */
    public void post(M message) {
        if (!messages.offer(message)) {
            throw new RejectedExecutionException("mailbox is full, " + messages.size() + " messages wait");
        }
        wakeup.run();
    }

    /** Hands all waiting messages to the handler, oldest first, and returns whether there was one. Owner only. */
    public boolean drain(Consumer<? super M> handler) {
        boolean any = false;
        for (M message = messages.poll(); message != null; message = messages.poll()) {
            handler.accept(message);
            any = true;
        }
        return any;
    }
}
