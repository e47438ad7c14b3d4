package io.streamwright;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.CLASS;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.streamwright.Setting.Presence;
import io.streamwright.processor.api.ProcessorWrapper;
import java.util.List;

/** The settings that say how a program becomes a topology. Immutable. */
final class TopologySettings {
    private TopologySettings() {}

    private static final Rule OPTIMIZATIONS =
            new Rule(Optimizations.ALLOWED, value -> Optimizations.problem((String) value));

    static final List<Setting> SETTINGS = List.of(
            new Setting(
                    StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG,
                    STRING,
                    Presence.defaultsTo(StreamsConfig.NO_OPTIMIZATION),
                    MEDIUM,
                    OPTIMIZATIONS,
                    "Which rewritings of the program are allowed."),
            Setting.flag(
                    StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG,
                    false,
                    HIGH,
                    "Whether internal topics and stores whose names are generated are refused."),
            new Setting(
                    StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG,
                    CLASS,
                    Presence.optional("Leave it out to leave processors as they are."),
                    LOW,
                    Rule.classThatIs(ProcessorWrapper.class),
                    "Wraps the processors of the program."));
}
