package io.streamwright.dsl.program;

import io.streamwright.StreamsBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** All programs that are written alike for both libraries. Thread-safe: holds nothing. */
public final class Programs {
    private Programs() {}

    /** Returns what each program does to a builder, by name. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.putAll(BasicPrograms.all());
        programs.putAll(JoinPrograms.all());
        programs.putAll(ForeignKeyPrograms.all());
        programs.putAll(WindowPrograms.all());
        programs.putAll(CogroupPrograms.all());
        programs.putAll(SuppressPrograms.all());
        programs.putAll(VersionedPrograms.all());
        programs.putAll(StreamJoinPrograms.all());
        programs.putAll(GlobalPrograms.all());
        programs.putAll(TransformPrograms.all());
        return programs;
    }
}
