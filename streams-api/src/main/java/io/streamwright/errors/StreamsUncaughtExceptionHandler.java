package io.streamwright.errors;

/**
 * Decides what happens when an exception ends a worker.
 *
 * <p>Called by the worker that ends; one handler serves all, so it must be thread-safe.
 */
@FunctionalInterface
public interface StreamsUncaughtExceptionHandler {

    /**
     * Decides.
     *
     * @param exception what ended the worker
     */
    StreamThreadExceptionResponse handle(Throwable exception);

    /** What happens when an exception ends a worker. */
    enum StreamThreadExceptionResponse {
        /** Another worker takes over the tasks of the one that ended. */
        REPLACE_THREAD(0, "REPLACE_THREAD"),
        /** This instance of the application stops. */
        SHUTDOWN_CLIENT(1, "SHUTDOWN_CLIENT"),
        /** Every instance of the application stops. */
        SHUTDOWN_APPLICATION(2, "SHUTDOWN_APPLICATION");

        /** A name for logs. */
        public final String name;

        /** A number that will not change. */
        public final int id;

        StreamThreadExceptionResponse(int id, String name) {
            this.id = id;
            this.name = name;
        }
    }
}
