package io.streamwright.task;

import org.apache.kafka.common.serialization.Deserializer;

/**
 * How a source reads keys or values.
 *
 * <p>Owner: the task, as deserializers need not be thread-safe.
 *
 * @param part {@code key} or {@code value}
 * @param deserializer reads the bytes
 * @param isDefault whether the deserializer is that of the configured default serde
 */
record InputFormat(String part, Deserializer<?> deserializer, boolean isDefault) {

    boolean isKey() {
        return part.equals("key");
    }

    /**
     * Says what did not fit, and what to do about it.
     *
     * @param bytes how many there are
     */
    String mismatch(int bytes) {
        String setting = "default." + part + ".serde";
        return "cannot deserialize the " + part + " (" + bytes + " bytes) with "
                + deserializer.getClass().getName()
                + (isDefault ? ", the default of " + setting : ", which the program gave")
                + "; give the source the serde the topic was written with, by Consumed.with"
                + (isDefault ? " or the " + setting + " setting" : "");
    }
}
