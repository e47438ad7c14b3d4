package io.streamwright.errors;

/** A text that names no task. */
public class TaskIdFormatException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says which text it was. */
    public TaskIdFormatException(String text) {
        super(describe(text));
    }

    /** Says which text it was, and why it cannot be read. */
    public TaskIdFormatException(String text, Throwable cause) {
        super(describe(text), cause);
    }

    private static String describe(String text) {
        return "'" + text + "' names no task: a task id is <subtopology>_<partition>, for example 0_3";
    }
}
