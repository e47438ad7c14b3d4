package io.streamwright.log;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What a committed transaction wrote. Immutable.
 *
 * @param nextOffsets by partition with records, the offset behind the transaction's last record there
 */
public record CommitResult(Map<TopicPartition, Long> nextOffsets) {

    /** The result of a transaction that wrote no record. */
    public static final CommitResult NOTHING_WRITTEN = new CommitResult(Map.of());

    public CommitResult {
        nextOffsets = Map.copyOf(nextOffsets);
    }
}
