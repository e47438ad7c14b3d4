package io.streamwright.task;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The topics that a task's sinks write, looked up once each.
 *
 * <p>Owner: the task.
 */
final class OutputTopics {
    private final Map<String, OutputTopic> known = new HashMap<>();
    private final ToIntFunction<String> partitionCount;

    /**
     * Makes an empty set.
     *
     * @param partitionCount asks the log how many partitions a topic has, which may create it; throws if there is no such topic
     */
    OutputTopics(ToIntFunction<String> partitionCount) {
        this.partitionCount = partitionCount;
    }

    OutputTopic topic(String name) {
        OutputTopic topic = known.get(name);
        if (topic == null) {
            topic = new OutputTopic(name, partitionCount.applyAsInt(name));
            known.put(name, topic);
        }
        return topic;
    }
}
