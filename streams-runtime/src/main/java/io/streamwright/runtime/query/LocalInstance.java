package io.streamwright.runtime.query;

import io.streamwright.StreamsMetadata;
import io.streamwright.state.HostInfo;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * What this instance has. Immutable.
 *
 * @param hostInfo where it takes requests
 * @param stateStoreNames the stores of its tasks
 * @param topicPartitions what its tasks read
 */
record LocalInstance(HostInfo hostInfo, Set<String> stateStoreNames, Set<TopicPartition> topicPartitions)
        implements StreamsMetadata {
    LocalInstance {
        stateStoreNames = Set.copyOf(stateStoreNames);
        topicPartitions = Set.copyOf(topicPartitions);
    }

    /** There are no copies. */
    @Override
    public Set<TopicPartition> standbyTopicPartitions() {
        return Set.of();
    }

    /** There are no copies. */
    @Override
    public Set<String> standbyStateStoreNames() {
        return Set.of();
    }

    @Override
    public String host() {
        return hostInfo.host();
    }

    @Override
    public int port() {
        return hostInfo.port();
    }
}
