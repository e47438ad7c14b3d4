package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import java.util.List;

/** The settings that say how a program becomes a topology. Immutable. */
final class TopologySettings {
    private TopologySettings() {}

    private static final Rule OPTIMIZATIONS =
            new Rule(Optimizations.ALLOWED, value -> Optimizations.problem((String) value));

    static final List<Setting> SETTINGS = List.of(new Setting(
            StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG,
            STRING,
            Presence.defaultsTo(StreamsConfig.NO_OPTIMIZATION),
            MEDIUM,
            OPTIMIZATIONS,
            "Which rewritings of the program are allowed."));
}
