package io.streamwright.task.input;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.TaskId;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Input partitions whose next offset the log does not hold any more.
 *
 * <p>What was fetched before is processed first. Then the task goes on where the source says, and the log line says how many records
 * are missing; without such a policy it stops. It never skips records silently.
 *
 * <p>Owner: the task.
 */
public final class LostInputs {
    private static final Logger LOG = LoggerFactory.getLogger(LostInputs.class);

    private final TaskId task;
    private final InputQueues queues;
    private final StartOffsets startOffsets;
    private final TaskInput input;
    private final Map<TopicPartition, Long> lost = new HashMap<>();

    public LostInputs(TaskId task, InputQueues queues, StartOffsets startOffsets, TaskInput input) {
        this.task = task;
        this.queues = queues;
        this.startOffsets = startOffsets;
        this.input = input;
    }

    public void add(TopicPartition partition, long offset) {
        lost.put(partition, offset);
    }

    public boolean contains(TopicPartition partition) {
        return lost.containsKey(partition);
    }

    public void clear() {
        lost.clear();
    }

    /**
     * Goes on behind the gap of each partition that has nothing left to process.
     *
     * @throws StreamsException if the source does not say where to go on
     */
    public void settle() {
        for (Iterator<Map.Entry<TopicPartition, Long>> all = lost.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<TopicPartition, Long> gap = all.next();
            InputQueue queue = queues.queue(gap.getKey());
            if (queue.size() == 0) {
                all.remove();
                goOn(queue, gap.getValue());
            }
        }
    }

    private void goOn(InputQueue queue, long offset) {
        TopicPartition partition = queue.partition();
        if (!startOffsets.isChosen(partition)) {
            throw new StreamsException(
                    "the next offset of topic=" + partition.topic() + " partition=" + partition.partition()
                            + " is offset=" + offset + ", but the log holds " + startOffsets.held(partition)
                            + " only: the records between are lost. Give the source an AutoOffsetReset, or set"
                            + " consumer.auto.offset.reset, to go on without them");
        }
        long next = startOffsets.again(partition);
        LOG.warn(
                "task {} goes on at offset={} of {}: offset={} is not on the log any more, lost={}",
                task,
                next,
                partition,
                offset,
                Math.max(0, next - offset));
        queue.reset(next, queue.partitionTime());
        input.seek(partition, next);
    }
}
