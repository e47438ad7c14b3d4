package io.streamwright.task.input;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.api.Record;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The node of the topology that reads a partition.
 *
 * <p>Owner: the task.
 */
public interface InputSource {

    /**
     * Reads one record of the log.
     *
     * @param partition where it is from
     * @param record as the log holds it
     * @param partitionTime highest timestamp seen on the partition, which an extractor may fall back to; -1 if unknown
     * @return the record, or null if it is to be skipped
     */
    @Nullable
    InputRecord decode(TopicPartition partition, LogRecord record, long partitionTime);

    /**
     * Gives a record to the processing handler instead of the graph, as its transaction aborts whenever it is processed.
     *
     * @param error what the log said
     */
    void condemn(Record<@Nullable Object, @Nullable Object> record, Exception error);

    /** Lets a record enter the graph; returns when everything that came of it is done. */
    void process(Record<@Nullable Object, @Nullable Object> record);
}
