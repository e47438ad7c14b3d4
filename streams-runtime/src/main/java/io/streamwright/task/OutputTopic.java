package io.streamwright.task;

import org.apache.kafka.common.TopicPartition;

/** A topic that a sink writes, with its partitions made once and not for every record. Immutable. */
final class OutputTopic {
    private final String name;
    private final TopicPartition[] partitions;

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

    TopicPartition partition(int partition) {
        return partitions[partition];
    }
}
