package io.streamwright.dsl.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same program has the same topology here and in Kafka Streams. */
final class DslDescriptionTest {
    private static final Path HERE = Path.of("src/test/java/io/streamwright/dsl/program");

    static Stream<String> programs() {
        return Programs.all().keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void programWithoutOptimization_isDescribedAsByKafkaStreams(String name) {
        // when
        String ours = ours(name, null);
        // then
        assertThat(ours).isEqualTo(theirs(name, null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void optimizedProgram_isDescribedAsByKafkaStreams(String name) {
        // given
        Properties settings = new Properties();
        settings.setProperty("topology.optimization", "all");
        // when
        String ours = ours(name, settings);
        // then
        assertThat(ours).isEqualTo(theirs(name, settings));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void programsOfBothLibraries_haveTheSameText(String file) throws IOException {
        // given
        String ours = Files.readString(HERE.resolve(file + ".java"));
        // when
        String translated = ours.replace("import io.streamwright.", "import org.apache.kafka.streams.");
        for (String name : files().toList()) {
            translated = translated.replaceAll("\\b" + name + "\\b", "Kafka" + name);
        }
        // then
        assertThat(sorted(translated)).isEqualTo(sorted(Files.readString(HERE.resolve("Kafka" + file + ".java"))));
    }

    /** Returns the names of the classes that write programs for this library. */
    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(HERE)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith("Programs.java") && !file.startsWith("Kafka"))
                    .map(file -> file.replace(".java", ""))
                    .toList();
            assertThat(names).contains("Programs", "JoinPrograms");
            return names.stream();
        }
    }

    /** The formatter sorts imports and breaks lines anew where names have another length. */
    private static String sorted(String source) {
        int body = source.indexOf("/**");
        return source.lines()
                        .filter(line -> line.startsWith("import "))
                        .sorted()
                        .toList()
                + source.substring(body).replaceAll("\\s+", "");
    }

    private static String ours(String name, Properties settings) {
        StreamsBuilder builder = new StreamsBuilder();
        Consumer<StreamsBuilder> program = Programs.all().get(name);
        program.accept(builder);
        return builder.build(settings).describe().toString();
    }

    private static String theirs(String name, Properties settings) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        KafkaPrograms.all().get(name).accept(builder);
        return builder.build(settings).describe().toString();
    }
}
