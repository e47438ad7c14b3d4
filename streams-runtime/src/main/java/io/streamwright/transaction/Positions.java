package io.streamwright.transaction;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets without their metadata.
 *
 * <p>Immutable: holds nothing.
 */
final class Positions {
    private Positions() {}

    /** Returns the offsets, in a map of the caller's own. */
    static Map<TopicPartition, Long> of(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        offsets.forEach((partition, offset) -> positions.put(partition, offset.offset()));
        return positions;
    }
}
