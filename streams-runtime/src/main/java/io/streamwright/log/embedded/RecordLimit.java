package io.streamwright.log.embedded;

import io.streamwright.log.TopicSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * How large a record of a topic may be. Immutable.
 *
 * @param maxBytes of a batch that holds the record alone
 */
record RecordLimit(int maxBytes) {
    static final String CONFIG = "max.message.bytes";
    /** What a broker allows unless the topic says otherwise: a megabyte, and a batch header of Kafka. */
    private static final int DEFAULT_MAX_BYTES = 1_048_588;

    /**
     * Returns the limit that a topic's settings say.
     *
     * @throws InvalidConfigurationException if the value is no positive number
     */
    static RecordLimit of(TopicSpec topic) {
        String value = topic.config().get(CONFIG);
        if (value == null) {
            return new RecordLimit(DEFAULT_MAX_BYTES);
        }
        try {
            int bytes = Integer.parseInt(value.trim());
            if (bytes > 0) {
                return new RecordLimit(bytes);
            }
        } catch (NumberFormatException notANumber) {
            throw impossible(topic, value, notANumber);
        }
        throw impossible(topic, value, null);
    }

    private static InvalidConfigurationException impossible(TopicSpec topic, String value, @Nullable Throwable cause) {
        return new InvalidConfigurationException(
                CONFIG + "=" + value + " of topic " + topic.name() + " is not a positive number of bytes", cause);
    }

    void check(long bytes, TopicPartition partition) {
        if (bytes > maxBytes) {
            throw new RecordTooLargeException("record for partition " + partition + " takes " + bytes
                    + " bytes in a batch of its own, topic " + partition.topic() + " allows " + CONFIG + "=" + maxBytes
                    + ": make the record smaller, or create the topic with a larger " + CONFIG);
        }
    }
}
