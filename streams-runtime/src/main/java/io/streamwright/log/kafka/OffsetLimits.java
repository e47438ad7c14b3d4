package io.streamwright.log.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;

/**
 * What the metadata of offsets is held against: a broker's refusal would end the producer, and lose its type on the way.
 *
 * <p>Immutable; a broker with another limit than the usual is asked each time it matters.
 *
 * @param broker has the limit
 */
record OffsetLimits(BrokerSettings broker) {
    private static final int USUAL_LIMIT = 4096;

    /**
     * Passes if a broker takes these offsets.
     *
     * @throws OffsetMetadataTooLarge if not; nothing was sent
     */
    void check(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            int length = offset.metadata().length();
            if (length > USUAL_LIMIT) {
                long limit = broker.read(BrokerSettings.MAX_OFFSET_METADATA).orElse(USUAL_LIMIT);
                if (length > limit) {
                    throw new OffsetMetadataTooLarge("metadata of the offset of partition " + partition + " has "
                            + length + " characters, the broker allows " + BrokerSettings.MAX_OFFSET_METADATA + "="
                            + limit);
                }
            }
        });
    }
}
