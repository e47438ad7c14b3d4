package io.streamwright.assign;

import java.util.OptionalInt;
import java.util.Set;

/** The topics that exist on the log. Thread-safe. */
public interface TopicCatalog {

    /** Returns the names of all topics. */
    Set<String> names();

    /** Returns how many partitions a topic has; empty if there is no such topic. */
    OptionalInt partitionCount(String topic);
}
