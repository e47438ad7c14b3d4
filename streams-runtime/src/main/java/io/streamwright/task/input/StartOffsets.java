package io.streamwright.task.input;

import io.streamwright.AutoOffsetReset;
import io.streamwright.errors.StreamsException;
import io.streamwright.log.LogTopics;
import java.util.EnumSet;
import java.util.HashMap;
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
    private final Map<TopicPartition, Long> chosen = new HashMap<>();

    public StartOffsets(LogTopics topics, Map<TopicPartition, AutoOffsetReset> resets) {
        this.topics = topics;
        this.resets = Map.copyOf(resets);
    }

    /**
     * Returns the first offset to read: as the source asks, from the earliest record if it does not say. The answer stays the same
     * until an offset is committed: what was chosen once is not chosen anew because a transaction was taken back.
     */
    public long of(TopicPartition partition) {
        Long known = chosen.get(partition);
        long offset = known == null ? choose(partition) : known;
        chosen.put(partition, offset);
        return offset;
    }

    /** Chooses anew, because what was chosen or committed is not on the log any more. */
    public long again(TopicPartition partition) {
        chosen.remove(partition);
        return of(partition);
    }

    private long choose(TopicPartition partition) {
        return switch (strategy(partition)) {
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

    private AutoOffsetReset.Strategy strategy(TopicPartition partition) {
        AutoOffsetReset reset = resets.get(partition);
        return reset == null ? AutoOffsetReset.Strategy.EARLIEST : reset.strategy();
    }

    /** Returns whether a partition begins where the log ended at the start: another start would begin elsewhere. */
    public boolean isMoving(TopicPartition partition) {
        return strategy(partition) == AutoOffsetReset.Strategy.LATEST;
    }

    /** Returns whether the source says where to go on if offsets are lost. */
    public boolean isChosen(TopicPartition partition) {
        return resets.containsKey(partition)
                && EnumSet.of(AutoOffsetReset.Strategy.EARLIEST, AutoOffsetReset.Strategy.LATEST)
                        .contains(strategy(partition));
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
