package io.streamwright.transaction;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogReader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** A reader without partitions, for tasks without stores. Immutable. */
final class NoReader implements LogReader {
    @Override
    public void assign(Collection<TopicPartition> partitions) {}

    @Override
    public Set<TopicPartition> assignment() {
        return Set.of();
    }

    @Override
    public void seek(TopicPartition partition, long offset) {}

    @Override
    public long position(TopicPartition partition) {
        return 0;
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {}

    @Override
    public void resume(Collection<TopicPartition> partitions) {}

    @Override
    public List<FetchedRecords> poll(Duration timeout) {
        return List.of();
    }

    @Override
    public OptionalLong lag(TopicPartition partition) {
        return OptionalLong.empty();
    }

    @Override
    public void wakeup() {}

    @Override
    public void close() {}
}
