package io.streamwright.processor;

/** Ends a schedule. Owner: the task's worker thread. */
@FunctionalInterface
public interface Cancellable {

    /** Ends it: the punctuator is not called again. Calling it twice does nothing more. */
    void cancel();
}
