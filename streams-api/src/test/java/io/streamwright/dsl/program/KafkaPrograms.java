package io.streamwright.dsl.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.streams.StreamsBuilder;

/** All programs that are written alike for both libraries. Thread-safe: holds nothing. */
public final class KafkaPrograms {
    private KafkaPrograms() {}

    /** Returns what each program does to a builder, by name. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.putAll(KafkaBasicPrograms.all());
        programs.putAll(KafkaJoinPrograms.all());
        programs.putAll(KafkaForeignKeyPrograms.all());
        programs.putAll(KafkaWindowPrograms.all());
        programs.putAll(KafkaCogroupPrograms.all());
        programs.putAll(KafkaSuppressPrograms.all());
        programs.putAll(KafkaVersionedPrograms.all());
        programs.putAll(KafkaStreamJoinPrograms.all());
        programs.putAll(KafkaGlobalPrograms.all());
        programs.putAll(KafkaTransformPrograms.all());
        return programs;
    }
}
