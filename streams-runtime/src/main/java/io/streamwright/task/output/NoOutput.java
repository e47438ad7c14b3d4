package io.streamwright.task.output;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The output of what keeps a store outside of any transaction: nothing may leave.
 *
 * <p>Immutable.
 *
 * @param part number of the sub-topology, for messages
 */
public record NoOutput(int part) implements Output {

    @Override
    public KafkaException lookUp(String topic) {
        return refusal(topic);
    }

    @Override
    public int partitionCount(String topic) {
        throw refusal(topic);
    }

    @Override
    public KafkaException send(
            String topic,
            @Nullable Integer partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        return refusal(topic);
    }

    private KafkaException refusal(String topic) {
        return new KafkaException("sub-topology " + part + " keeps a store and writes no topic, not " + topic);
    }
}
