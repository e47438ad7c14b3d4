package io.streamwright.errors;

/** Tasks that could not be assigned to the instances of an application: a task assignor failed, or its answer cannot be carried out. */
public class TaskAssignmentException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public TaskAssignmentException(String message) {
        super(message);
    }

    /** Says what happened, and why. */
    public TaskAssignmentException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Says why. */
    public TaskAssignmentException(Throwable cause) {
        super(cause);
    }
}
