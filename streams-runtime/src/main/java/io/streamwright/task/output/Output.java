package io.streamwright.task.output;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Where a task's records go.
 *
 * <p>A record may be refused for what it is or where it shall go. That is an answer, not a failure: nothing was written and the
 * transaction is as it was before. A failure of the log is thrown.
 *
 * <p>Owner: the task.
 */
public interface Output {

    /**
     * Makes sure that a topic is there, which may create it.
     *
     * @return what is wrong with the topic; null if it can be written
     * @throws io.streamwright.transaction.LogCallFailedException if the log cannot say
     */
    @Nullable
    KafkaException lookUp(String topic);

    /**
     * Returns how many partitions a topic has.
     *
     * @param topic one that {@link #lookUp} found
     */
    int partitionCount(String topic);

    /**
     * Writes a record into the task's transaction.
     *
     * @param topic where to; need not have been looked up
     * @param partition which of its partitions; null: by the key, or in turn if there is none
     * @param timestamp milliseconds since the epoch, not negative
     * @param key serialized key; null for none
     * @param value serialized value; null for a tombstone
     * @param headers in their order; kept, not copied
     * @return why it was refused; null if it was written
     * @throws io.streamwright.transaction.LogCallFailedException if the log failed
     */
    @Nullable
    KafkaException send(
            String topic,
            @Nullable Integer partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers);
}
