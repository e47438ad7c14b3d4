package io.streamwright.runtime.reading;

import io.streamwright.log.LogReader;
import io.streamwright.task.input.TaskInput;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * The worker's reader, as its tasks see it.
 *
 * <p>Owner: the worker.
 *
 * @param reader the reader
 */
public record WorkerInput(LogReader reader) implements TaskInput {
    @Override
    public void seek(TopicPartition partition, long offset) {
        reader.seek(partition, offset);
    }

    @Override
    public OptionalLong lag(TopicPartition partition) {
        return reader.lag(partition);
    }
}
