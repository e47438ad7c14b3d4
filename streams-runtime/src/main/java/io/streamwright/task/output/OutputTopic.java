package io.streamwright.task.output;

import io.streamwright.log.KeyPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A topic that a task writes, with its partitions made once and not for every record.
 *
 * <p>Owner: the task.
 */
final class OutputTopic {
    private static final int RECORDS_BEFORE_NEXT_PARTITION = 256;

    private final String name;
    private final TopicPartition[] partitions;
    private int recordsWithoutKey;

    OutputTopic(String name, int partitionCount) {
        this.name = name;
        this.partitions = new TopicPartition[partitionCount];
        for (int partition = 0; partition < partitionCount; partition++) {
            partitions[partition] = new TopicPartition(name, partition);
        }
    }

    String name() {
        return name;
    }

    int partitionCount() {
        return partitions.length;
    }

    boolean hasPartition(int partition) {
        return partition >= 0 && partition < partitions.length;
    }

    TopicPartition partition(int partition) {
        return partitions[partition];
    }

    /** Returns where a record goes that nobody chose a partition for: by its key, if it has one. */
    TopicPartition partitionOf(byte @Nullable [] key) {
        return partitions[key == null ? nextWithoutKey() : KeyPartitioner.partition(key, partitions.length)];
    }

    /** Records without a key go to one partition for a while, then to the next, so that batches fill. */
    private int nextWithoutKey() {
        return ((recordsWithoutKey++ & Integer.MAX_VALUE) / RECORDS_BEFORE_NEXT_PARTITION) % partitions.length;
    }
}
