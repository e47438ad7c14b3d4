package io.streamwright.errors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.StandardErrorCategories.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of exceptions in {@code docs/errors.md} is the one that the classifier goes by. */
class ErrorReferenceTest {
    private static final Path DOCUMENT = Path.of("../docs/errors.md");
    private static final String USUAL_PACKAGE = "org.apache.kafka.common.errors.";

    /** Exception, its categories from the two APIs, and who says so. */
    private static final Pattern ROW = Pattern.compile(
            "^\\| `([\\w.]+)` \\| ([A-Z_]+|–) \\| ([A-Z_]+|–) \\| (?:KIP-1050|Streamwright) \\|$", Pattern.MULTILINE);

    @Test
    void tableOfExceptions_isTheOneTheClassifierGoesBy() throws IOException {
        Map<String, Row> documented = new TreeMap<>();
        ROW.matcher(Files.readString(DOCUMENT, UTF_8)).results().forEach(row -> {
            String name = row.group(1).contains(".") ? row.group(1) : USUAL_PACKAGE + row.group(1);
            Row before = documented.put(name, new Row(category(row.group(2)), category(row.group(3))));
            assertThat(before).as(name).isNull();
        });
        assertThat(documented).isEqualTo(new TreeMap<>(StandardErrorCategories.byClassName()));
    }

    /** What an API cannot raise is unknown if it does raise it. */
    private static ErrorCategory category(String text) {
        return text.equals("–") ? ErrorCategory.APPLICATION_RECOVERABLE : ErrorCategory.valueOf(text);
    }
}
