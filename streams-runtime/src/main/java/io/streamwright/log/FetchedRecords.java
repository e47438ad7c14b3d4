package io.streamwright.log;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * What one poll returned of one partition. Immutable.
 *
 * @param partition the partition
 * @param records committed records in the order of their offsets; may be empty
 * @param nextOffset the reader's position behind them, which may lie behind markers too
 */
public record FetchedRecords(TopicPartition partition, List<LogRecord> records, long nextOffset) {}
