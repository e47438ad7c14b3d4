package io.streamwright.dsl.plan;

import java.util.Optional;

/**
 * The names on the way through a repartition topic. Immutable.
 *
 * @param topic the topic, without the application's id
 * @param filter drops records without a key; empty if there are none
 * @param sink writes the topic
 * @param source reads it
 */
public record RepartitionRoute(String topic, Optional<String> filter, String sink, String source) {
    private static final String SUFFIX = "-repartition";

    /** Returns the name of the topic that belongs to a prefix, which may be the whole name. */
    public static String topicOf(String prefix) {
        return prefix.endsWith(SUFFIX) ? prefix : prefix + SUFFIX;
    }

    /** Returns a route whose nodes are named after its topic. */
    public static RepartitionRoute namedAfter(String topic) {
        return new RepartitionRoute(topic, Optional.of(topic + "-filter"), topic + "-sink", topic + "-source");
    }
}
