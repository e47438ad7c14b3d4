package io.streamwright.assign;

import io.streamwright.state.SpecifiedStoreBuilder;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.VersionedStoreSpec;
import java.util.HashMap;
import java.util.Map;

/** Topic settings of internal topics, those that Kafka Streams gives them. Thread-safe: holds constants. */
final class InternalTopicSettings {
    static final Map<String, String> REPARTITION =
            Map.of("cleanup.policy", "delete", "retention.ms", "-1", "message.timestamp.type", "CreateTime");

    /** How much longer a changelog keeps windows and versions than its store: records may be dated before the log's time. */
    private static final long EXTRA_RETENTION_MS = 24L * 60 * 60 * 1000;

    private InternalTopicSettings() {}

    /**
     * Returns the settings of a changelog: compacted, if the store keeps windows or sessions cut off behind its retention, and if it keeps
     * versions compacted only behind that; with the program's own settings over it.
     */
    static Map<String, String> changelog(StoreBuilder<?> store) {
        Map<String, String> settings = new HashMap<>();
        settings.put("cleanup.policy", "compact");
        settings.put("message.timestamp.type", "CreateTime");
        if (store instanceof SpecifiedStoreBuilder<?> specified
                && specified.spec().retentionMs().isPresent()) {
            settings.put("cleanup.policy", "compact,delete");
            settings.put(
                    "retention.ms",
                    Long.toString(withExtra(specified.spec().retentionMs().getAsLong())));
        }
        if (store instanceof SpecifiedStoreBuilder<?> specified
                && specified.spec() instanceof VersionedStoreSpec<?, ?> versioned) {
            settings.put(
                    "min.compaction.lag.ms",
                    Long.toString(withExtra(versioned.supplier().historyRetentionMs())));
        }
        settings.putAll(store.logConfig());
        return settings;
    }

    private static long withExtra(long retentionMs) {
        long sum = retentionMs + EXTRA_RETENTION_MS;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
