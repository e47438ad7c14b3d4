package io.streamwright.processor.assignment;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** A partition that a task reads or restores from (KIP-924). Immutable. */
public interface TaskTopicPartition {

    /** Returns the partition. */
    TopicPartition topicPartition();

    /** Returns whether the task processes it. */
    boolean isSource();

    /** Returns whether a store is restored from it; a source can be that as well. */
    boolean isChangelog();

    /** Returns the racks that have a replica of it; empty if they are not known. */
    Optional<Set<String>> rackIds();
}
