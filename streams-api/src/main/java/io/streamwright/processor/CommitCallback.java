package io.streamwright.processor;

import java.io.IOException;

/** Tells a store that its task's transaction was committed. Owner: the task's worker thread. */
@FunctionalInterface
public interface CommitCallback {

    /**
     * The transaction was committed.
     *
     * @throws IOException if the store cannot note it; the task then stops
     */
    void onCommit() throws IOException;
}
