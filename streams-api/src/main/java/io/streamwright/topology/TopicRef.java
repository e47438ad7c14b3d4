package io.streamwright.topology;

/**
 * A topic as the program names it. Immutable.
 *
 * @param name the topic's name; for an internal topic the part behind {@code <application.id>-}
 * @param internal whether the engine creates and owns the topic, under the application's name
 */
public record TopicRef(String name, boolean internal) {

    /** Returns a reference to a topic that exists outside the application. */
    public static TopicRef external(String name) {
        return new TopicRef(name, false);
    }

    /** Returns a reference to a topic that the engine creates for the application. */
    public static TopicRef internal(String name) {
        return new TopicRef(name, true);
    }

    /**
     * Returns the topic's name on the log.
     *
     * @param applicationId the application's id, prefix of its internal topics
     */
    public String resolve(String applicationId) {
        return internal ? applicationId + "-" + name : name;
    }
}
