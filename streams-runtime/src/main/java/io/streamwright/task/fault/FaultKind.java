package io.streamwright.task.fault;

/** On which part of its way through a task a record fails. */
public enum FaultKind {
    /** It is read and cannot be deserialized. */
    DESERIALIZATION("deserialization.exception.handler"),
    /** A processor, a punctuation or what is emitted for a commit throws. */
    PROCESSING("processing.exception.handler"),
    /** It cannot be serialized, or the log refuses it. */
    PRODUCTION("production.exception.handler");

    private final String setting;

    FaultKind(String setting) {
        this.setting = setting;
    }

    /** Returns the setting of the handler that is asked. */
    String setting() {
        return setting;
    }
}
