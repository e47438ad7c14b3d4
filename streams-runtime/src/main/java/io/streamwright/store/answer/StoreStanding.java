package io.streamwright.store.answer;

import io.streamwright.processor.TaskId;
import io.streamwright.query.Position;
import io.streamwright.query.PositionBound;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Whose store it is, and how far it is. Immutable.
 *
 * @param task whose it is
 * @param consumed by input partition of the task, the offset before which everything committed has taken effect
 */
public record StoreStanding(TaskId task, Map<TopicPartition, Long> consumed) {
    public StoreStanding {
        consumed = Map.copyOf(consumed);
    }

    /** Returns the last offsets that have taken effect; a partition of which nothing was read is missing. */
    public Position position() {
        Position position = Position.emptyPosition();
        consumed.forEach((input, next) -> {
            if (next > 0) {
                position.withComponent(input.topic(), input.partition(), next - 1);
            }
        });
        return position;
    }

    /** Returns whether it is as far as asked for, in this task's partition. */
    boolean isUpTo(PositionBound bound) {
        Position wanted = bound.position();
        Position reached = position();
        int partition = task.partition();
        return wanted.getTopics().stream().allMatch(topic -> {
            Long least = wanted.getPartitionPositions(topic).get(partition);
            Long last = reached.getPartitionPositions(topic).get(partition);
            return least == null || (last != null && last >= least);
        });
    }
}
