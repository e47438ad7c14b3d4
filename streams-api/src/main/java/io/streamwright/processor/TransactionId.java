package io.streamwright.processor;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Names a task's transaction by where it began. Immutable.
 *
 * <p>A transaction that is repeated, after an abort, a crash or a move to another worker, begins at the same offsets and so has the
 * same id. A receiver of effects outside of the log, such as another service, can therefore <em>replace</em>: when a transaction of a
 * task begins at some offsets, everything the receiver holds of that task from there on was taken back. What the id cannot give:
 *
 * <ul>
 *   <li>It is no key for the effects of single records. A repeated transaction may end at another offset than it did the first time, and
 *       where it ends the next begins: a record may come again in a transaction of another id. The key of a record's effect is the
 *       application with the record's topic, partition and offset, which never change.
 *   <li>A transaction in which no record was read, as one of punctuations alone, ends where it began: the next one has the same id.
 *   <li>Exactly-once covers what is in the log and in the stores. An effect outside is made at least once, and also by transactions
 *       that are aborted and never repeated alike; it counts once only if the receiver remembers the keys.
 * </ul>
 *
 * @param taskId the task
 * @param startOffsets of each input of the task the first offset that was not committed when the transaction began; at least one
 */
public record TransactionId(TaskId taskId, Map<TopicPartition, Long> startOffsets) {

    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    /**
     * Copies the offsets.
     *
     * @throws IllegalArgumentException if there are none, or one is negative
     */
    public TransactionId {
        startOffsets = ImmutableSortedMap.copyOf(startOffsets, ORDER);
        if (startOffsets.isEmpty()) {
            throw new IllegalArgumentException("a transaction of task " + taskId + " that began nowhere");
        }
        if (startOffsets.values().stream().anyMatch(offset -> offset < 0)) {
            throw new IllegalArgumentException("negative offset: " + startOffsets);
        }
    }

    /**
     * Returns a text that is the same for the same id, in any process: the task, {@code @}, and the inputs in order of topic and
     * partition with their offsets, for example {@code 0_1@clicks-1:88,orders-1:1207}.
     */
    @Override
    public String toString() {
        return taskId + "@"
                + startOffsets.entrySet().stream()
                        .map(start -> start.getKey() + ":" + start.getValue())
                        .collect(joining(","));
    }
}
