package io.streamwright.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code that these documents show is the code that is compiled and run here, each document's in a package of its own. */
class RecipesInDocsTest {
    private static final Path DOCUMENTS = Path.of("../docs");
    private static final Path RECIPES = Path.of("src/test/java/io/streamwright/recipe");
    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern REGION =
            Pattern.compile("^ *// recipe: begin\\n(.*?)^ *// recipe: end$", Pattern.DOTALL | Pattern.MULTILINE);

    @ParameterizedTest(name = "{0}")
    @CsvSource({"errors.md, .", "testing.md, testing", "dsl.md, dsl"})
    void everyBlockOfCode_isARecipeThatIsRun(String document, String recipes) throws IOException {
        List<String> blocks = found(BLOCK, Files.readString(DOCUMENTS.resolve(document), UTF_8));
        assertThat(blocks).isNotEmpty();
        assertThat(blocks).containsExactlyInAnyOrderElementsOf(recipes(RECIPES.resolve(recipes)));
    }

    private static List<String> recipes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .filter(file -> !file.endsWith("RecipesInDocsTest.java"))
                    .flatMap(file -> found(REGION, text(file)).stream())
                    .toList();
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1).stripTrailing().stripIndent())
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
