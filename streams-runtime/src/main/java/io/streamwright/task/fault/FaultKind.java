package io.streamwright.task.fault;

import io.streamwright.StreamsConfig;

/** On which part of its way through a task a record fails. */
public enum FaultKind {
    /** It is read and cannot be deserialized. */
    DESERIALIZATION(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG),
    /** A processor, a punctuation or what is emitted for a commit throws. */
    PROCESSING(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG),
    /** It cannot be serialized, or the log refuses it. */
    PRODUCTION(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG);

    private final String setting;

    FaultKind(String setting) {
        this.setting = setting;
    }

    /** Returns the setting of the handler that is asked. */
    String setting() {
        return setting;
    }
}
