package io.streamwright.testing;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogReader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A reader whose polls may be struck by faults; no position has moved then.
 *
 * <p>Owner: the thread that opened it.
 */
final class FaultyReader implements LogReader {
    private static final String CHANGELOG = "-changelog";

    private final LogReader reader;
    private final Faults faults;

    FaultyReader(LogReader reader, Faults faults) {
        this.reader = reader;
        this.faults = faults;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        reader.assign(partitions);
    }

    @Override
    public Set<TopicPartition> assignment() {
        return reader.assignment();
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        reader.seek(partition, offset);
    }

    @Override
    public long position(TopicPartition partition) {
        return reader.position(partition);
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        reader.pause(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        reader.resume(partitions);
    }

    @Override
    public List<FetchedRecords> poll(Duration timeout) {
        if (faults.isEmpty()) {
            return reader.poll(timeout);
        }
        List<String> topics = MadeCall.topicsOf(reader.assignment());
        boolean restores = !topics.isEmpty() && topics.stream().allMatch(topic -> topic.endsWith(CHANGELOG));
        return faults.get(
                MadeCall.onTopics(restores ? LogCall.RESTORE : LogCall.POLL, topics), () -> reader.poll(timeout));
    }

    @Override
    public OptionalLong lag(TopicPartition partition) {
        return reader.lag(partition);
    }

    @Override
    public void wakeup() {
        reader.wakeup();
    }

    @Override
    public void close() {
        faults.run(MadeCall.of(LogCall.CLOSE_READER), reader::close);
    }
}
