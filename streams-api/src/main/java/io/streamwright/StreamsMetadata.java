package io.streamwright;

import io.streamwright.state.HostInfo;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What one instance of an application has. Immutable. */
public interface StreamsMetadata {

    /** Returns where it takes requests; {@link HostInfo#unavailable()} if it has not set {@code application.server}. */
    HostInfo hostInfo();

    /** Returns the names of the stores of its tasks. */
    Set<String> stateStoreNames();

    /** Returns the partitions that its tasks read. */
    Set<TopicPartition> topicPartitions();

    /** Returns the partitions read by the tasks whose stores it keeps copies of. */
    Set<TopicPartition> standbyTopicPartitions();

    /** Returns the names of the stores that it keeps copies of. */
    Set<String> standbyStateStoreNames();

    /** Returns the host of {@link #hostInfo()}. */
    String host();

    /** Returns the port of {@link #hostInfo()}. */
    int port();

    @Override
    boolean equals(@Nullable Object o);

    @Override
    int hashCode();
}
