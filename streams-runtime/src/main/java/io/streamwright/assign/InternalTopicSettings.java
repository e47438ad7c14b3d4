package io.streamwright.assign;

import java.util.HashMap;
import java.util.Map;

/** Topic settings of internal topics, those that Kafka Streams gives them. Thread-safe: holds constants. */
final class InternalTopicSettings {
    static final Map<String, String> REPARTITION =
            Map.of("cleanup.policy", "delete", "retention.ms", "-1", "message.timestamp.type", "CreateTime");

    private InternalTopicSettings() {}

    /** Returns the settings of a changelog: compacted, with the program's own settings over it. */
    static Map<String, String> changelog(Map<String, String> ofStore) {
        Map<String, String> settings = new HashMap<>();
        settings.put("cleanup.policy", "compact");
        settings.put("message.timestamp.type", "CreateTime");
        settings.putAll(ofStore);
        return settings;
    }
}
