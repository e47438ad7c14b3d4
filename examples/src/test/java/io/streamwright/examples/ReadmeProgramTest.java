package io.streamwright.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.TopicReader;
import io.streamwright.runtime.StreamsApp;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the Java that the README shows, so that it stays true. */
@Timeout(120)
final class ReadmeProgramTest {
    private static final Path README = Path.of("../README.md");
    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern IMPORTS =
            Pattern.compile("^The imports are (.*?)\\.$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final String ADDRESS = "embedded:./data";

    @TempDir
    Path directory;

    @Test
    void programOfTheReadme_countsTheWordsOfItsExample() throws Exception {
        // given the blocks as they stand, but for the directory
        String readme = Files.readString(README, UTF_8);
        List<String> blocks = JAVA_BLOCK
                .matcher(readme)
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).hasSize(2).allSatisfy(block -> assertThat(block).contains(ADDRESS));
        String address = "embedded:" + directory.resolve("data");
        String program = blocks.get(0).replace(ADDRESS, address);
        String filling = blocks.get(1).replace(ADDRESS, address);
        compile(sourceOf(importsOf(readme), filling, program));
        // when the topic is filled and the program has read it
        URL[] classes = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader());
                StreamsApp app = (StreamsApp)
                        loader.loadClass("ReadmeProgram").getMethod("run").invoke(null)) {
            assertThat(app.awaitCaughtUp(Duration.ofSeconds(60))).isTrue();
        }
        // then
        assertThat(counts(address)).isEqualTo(Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L));
    }

    private static List<String> importsOf(String readme) {
        MatchResult sentence = IMPORTS.matcher(readme).results().findFirst().orElseThrow();
        return QUOTED.matcher(sentence.group(1))
                .results()
                .map(name -> "import " + name.group(1) + ";")
                .toList();
    }

    private static String sourceOf(List<String> imports, String filling, String program) {
        return String.join("\n", imports) + "\npublic final class ReadmeProgram {\n"
                + "public static StreamsApp run() {\n" + filling + program + "return app;\n}\n}\n";
    }

    private void compile(String source) throws Exception {
        Path file = Files.writeString(directory.resolve("ReadmeProgram.java"), source, UTF_8);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-d", directory.toString(), "-classpath", System.getProperty("java.class.path"));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
            boolean compiled = compiler.getTask(complaints, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
            assertThat(compiled).as("%s%nof%n%s", complaints, source).isTrue();
        }
    }

    private static Map<String, Long> counts(String address) {
        Map<String, Long> counts = new HashMap<>();
        try (TopicReader<String, Long> reader =
                TopicReader.open(address, "counts", new StringDeserializer(), new LongDeserializer())) {
            reader.readAll().forEach(record -> counts.put(record.key(), record.value()));
        }
        return counts;
    }
}
