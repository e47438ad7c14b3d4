package io.streamwright.task;

import io.streamwright.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.apache.kafka.common.serialization.Serializer;

/**
 * How a sink writes keys or values.
 *
 * <p>Owner: the task, as serializers need not be thread-safe.
 *
 * @param origin whether it is for keys or for values
 * @param serializer makes the bytes
 * @param isDefault whether the serializer is that of the configured default serde
 * @param remedy what the program can do if it does not fit
 */
record OutputFormat(
        SerializationExceptionOrigin origin, Serializer<Object> serializer, boolean isDefault, String remedy) {

    boolean isKey() {
        return origin == SerializationExceptionOrigin.KEY;
    }

    /** Says what did not fit, and what to do about it. */
    String mismatch(Object data, String topic) {
        String part = isKey() ? "key" : "value";
        String setting = "default." + part + ".serde";
        return "cannot serialize the " + part + " of type " + data.getClass().getName() + " for topic " + topic
                + " with " + serializer.getClass().getName()
                + (isDefault ? ", the default of " + setting : ", which the program gave")
                + "; give a serde for that type " + remedy
                + (isDefault ? ", or set " + setting : "");
    }
}
