package io.streamwright.task.input;

import io.streamwright.AutoOffsetReset;
import io.streamwright.errors.StreamsException;
import io.streamwright.log.LogTopics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Says where a partition is read from that the application has never committed.
 *
 * <p>Owner: the task.
 */
public final class StartOffsets {
    private final LogTopics topics;
    private final Map<TopicPartition, AutoOffsetReset> resets;

    public StartOffsets(LogTopics topics, Map<TopicPartition, AutoOffsetReset> resets) {
        this.topics = topics;
        this.resets = Map.copyOf(resets);
    }

    /** Returns the first offset to read: as the source asks, from the earliest record if it does not say. */
    public long of(TopicPartition partition) {
        AutoOffsetReset reset = resets.get(partition);
        AutoOffsetReset.Strategy strategy = reset == null ? AutoOffsetReset.Strategy.EARLIEST : reset.strategy();
        return switch (strategy) {
            case EARLIEST -> bound(topics.startOffsets(List.of(partition)), partition);
            case LATEST -> bound(topics.stableOffsets(List.of(partition)), partition);
            case BY_DURATION ->
                throw new StreamsException(
                        "the source of " + partition
                                + " asks to start by duration, which no log of this version can look up; choose earliest() or latest()");
            case NONE ->
                throw new StreamsException("no offset of " + partition
                        + " is committed and its source asks for none to be chosen (AutoOffsetReset.none()); commit one or choose"
                        + " earliest() or latest()");
        };
    }

    /** Returns whether the source says where to begin. */
    public boolean isChosen(TopicPartition partition) {
        return resets.containsKey(partition);
    }

    /** Returns what the log holds of a partition, in words. */
    public String held(TopicPartition partition) {
        return "offsets from " + bound(topics.startOffsets(List.of(partition)), partition) + " to "
                + bound(topics.stableOffsets(List.of(partition)), partition);
    }

    private static long bound(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalStateException("the log did not say where " + partition + " begins");
        }
        return offset;
    }
}
