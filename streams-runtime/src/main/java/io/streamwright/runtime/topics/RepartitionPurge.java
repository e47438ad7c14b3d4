package io.streamwright.runtime.topics;

import io.streamwright.log.LogTopics;
import io.streamwright.processor.TaskId;
import io.streamwright.task.Task;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the log drop what tasks have consumed of the application's repartition topics, now and then: nobody else reads them.
 *
 * <p>Owner: the worker.
 */
public final class RepartitionPurge {
    private static final Logger LOG = LoggerFactory.getLogger(RepartitionPurge.class);

    private final LogTopics topics;
    private final Set<String> repartitionTopics;
    private final long intervalMs;
    private final Map<TaskId, Long> purgedAtMs = new HashMap<>();

    /**
     * Lets nothing be dropped yet.
     *
     * @param topics the log's topics
     * @param repartitionTopics names of the application's repartition topics
     * @param intervalMs time between two purges behind one task, in milliseconds
     */
    public RepartitionPurge(LogTopics topics, Set<String> repartitionTopics, long intervalMs) {
        this.topics = topics;
        this.repartitionTopics = repartitionTopics;
        this.intervalMs = intervalMs;
    }

    /** Purges behind a task, if it is time to. */
    public void note(Task task, long nowMs) {
        if (nowMs - purgedAtMs.computeIfAbsent(task.id(), first -> nowMs) < intervalMs) {
            return;
        }
        purgedAtMs.put(task.id(), nowMs);
        Map<TopicPartition, Long> consumed = task.committedOffsets();
        consumed.keySet().removeIf(partition -> !repartitionTopics.contains(partition.topic()));
        if (consumed.isEmpty()) {
            return;
        }
        try {
            topics.deleteRecordsBefore(consumed);
        } catch (KafkaException e) {
            LOG.warn("task {} cannot drop what it has consumed, trying again later: {}", task.id(), e.toString());
        }
    }
}
