package io.streamwright.examples.wordcount;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.examples.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LineSourceTest {
    @TempDir
    Path directory;

    @Test
    void lines_areReturnedWithoutTheirEndsAndTheLastMayHaveNone() throws IOException {
        assertThat(linesOf(file("one\n\ntwo\nthree"))).containsExactly("one", "", "two", "three");
        assertThat(linesOf(file("one\n"))).containsExactly("one");
        assertThat(linesOf(file(""))).isEmpty();
    }

    @Test
    void moreLinesThanTheBufferHolds_areAllReturned() throws IOException {
        String line = "some words that make a line";
        List<String> lines = linesOf(file((line + "\n").repeat(100_000)));
        assertThat(lines).hasSize(100_000).containsOnly(line);
    }

    @Test
    void overlongLine_isCutBetweenWords() throws IOException {
        String text = "word ".repeat(LineSource.MAX_LINE_BYTES / 2);
        List<String> lines = linesOf(file(text + "\nnext\n"));
        assertThat(lines).hasSizeGreaterThan(2).endsWith("next");
        assertThat(lines.stream().mapToLong(line -> Words.of(line).size()).sum())
                .isEqualTo(LineSource.MAX_LINE_BYTES / 2 + 1);
        assertThat(lines.stream().flatMap(line -> Words.of(line).stream())).containsOnly("word", "next");
    }

    @Test
    void wordThatFillsALine_isRefused() throws IOException {
        Path file = file("x".repeat(LineSource.MAX_LINE_BYTES + 1));
        assertThatThrownBy(() -> linesOf(file))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is no text: at byte 0");
    }

    @Test
    void readerThatGoesOn_returnsWhatIsBehindThePosition() throws IOException {
        Path file = file("one\ntwo\nthree\n");
        FilePosition position;
        try (LineSource source = LineSource.open(file)) {
            source.next();
            position = source.position();
        }
        try (LineSource source = LineSource.open(file)) {
            source.skipTo(FilePosition.parse(position.toString()));
            assertThat(rest(source)).containsExactly("two", "three");
        }
    }

    @Test
    void fileThatHasGrown_goesOnWithTheNewLines() throws IOException {
        FilePosition position = endOf(file("one\n"));
        try (LineSource source = LineSource.open(file("one\ntwo\n"))) {
            source.skipTo(position);
            assertThat(rest(source)).containsExactly("two");
        }
    }

    @Test
    void fileThatIsShorterOrOther_isRefused() throws IOException {
        FilePosition position = endOf(file("one\ntwo\n"));
        for (String text : List.of("", "one\n", "one\ntwO\n", "one\ntwx\nthree\n")) {
            assertRefused(position, text);
        }
    }

    @Test
    void lastWordThatHasGrown_isRefused() throws IOException {
        FilePosition position = endOf(file("one tw"));
        assertRefused(position, "one two\n");
    }

    private void assertRefused(FilePosition position, String text) throws IOException {
        try (LineSource source = LineSource.open(file(text))) {
            assertThatThrownBy(() -> source.skipTo(position))
                    .as(text)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("has changed since it was counted");
        }
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("file"), text);
    }

    private static FilePosition endOf(Path file) throws IOException {
        try (LineSource source = LineSource.open(file)) {
            rest(source);
            return source.position();
        }
    }

    private static List<String> linesOf(Path file) throws IOException {
        try (LineSource source = LineSource.open(file)) {
            return rest(source);
        }
    }

    private static List<String> rest(LineSource source) throws IOException {
        List<String> lines = new ArrayList<>();
        for (byte[] line = source.next(); line != null; line = source.next()) {
            lines.add(new String(line, US_ASCII));
        }
        return lines;
    }
}
