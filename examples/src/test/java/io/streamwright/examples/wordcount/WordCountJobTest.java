package io.streamwright.examples.wordcount;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.streamwright.examples.CommandLine;
import io.streamwright.examples.CommandLine.Outcome;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class WordCountJobTest {
    private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

    @TempDir
    Path home;

    @Test
    void files_areCountedAsAPlainComputationCounts() throws IOException {
        Path first = randomText("first.txt", 1, 2_000);
        Path second = randomText("second.txt", 2, 1_000);
        Outcome outcome = run("--input", first.toString(), second.toString(), "--partitions", "3");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(counts()).isEqualTo(plainCounts(first, second));
    }

    @Test
    void topTwenty_isWhatTheToolsOfTheShellPrint() throws Exception {
        Path first = randomText("first.txt", 3, 1_500);
        Path second = randomText("second.txt", 4, 1_500);
        Outcome outcome = run("--input", first.toString(), "--input", second.toString());
        assertThat(outcome.out()).contains(String.join(System.lineSeparator(), shellTop(first, second)));
    }

    @Test
    void secondRun_findsNothingToDo() throws IOException {
        Path file = randomText("file.txt", 5, 500);
        run("--input", file.toString());
        Map<String, Long> before = counts();
        Outcome again = run("--input", file.toString());
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).contains("nothing new");
        assertThat(counts()).isEqualTo(before);
    }

    @Test
    void fileThatHasGrownAndANewOne_addTheirNewLinesOnly() throws IOException {
        Path file = randomText("file.txt", 6, 300);
        run("--input", file.toString());
        Files.writeString(file, "a line behind the others\n", StandardOpenOption.APPEND);
        Path other = randomText("other.txt", 7, 200);
        Outcome outcome = run("--input", file.toString(), other.toString());
        assertThat(outcome.out()).contains("201 new lines");
        assertThat(counts()).isEqualTo(plainCounts(file, other));
    }

    @Test
    void sameFileTwice_isCountedOnce() throws IOException {
        Path file = randomText("file.txt", 8, 100);
        Path link = Files.createSymbolicLink(home.resolve("link.txt"), file);
        run("--input", file.toString(), file.toString(), link.toString());
        assertThat(counts()).isEqualTo(plainCounts(file));
    }

    @Test
    void fileThatHasChanged_isRefusedAndNothingIsCounted() throws IOException {
        Path file = randomText("file.txt", 9, 100);
        run("--input", file.toString());
        Map<String, Long> before = counts();
        randomText("file.txt", 10, 200);
        Outcome outcome = run("--input", file.toString());
        assertUsage(outcome, "has changed since it was counted");
        assertThat(counts()).isEqualTo(before);
    }

    @Test
    void noInput_countsTheDocumentsOfTheProject() throws IOException {
        Files.writeString(home.resolve("README.md"), "read me\n");
        Files.createDirectory(home.resolve("docs"));
        Files.writeString(home.resolve("docs/guide.md"), "a guide to read\n");
        Files.writeString(home.resolve("docs/picture.svg"), "not me\n");
        run();
        assertThat(counts()).isEqualTo(Map.of("read", 2L, "me", 1L, "a", 1L, "guide", 1L, "to", 1L));
    }

    @Test
    void noDocuments_saysHowToNameFiles() {
        assertUsage(run(), "name files with --input");
    }

    @Test
    void missingFile_isNamed() {
        assertUsage(run("--input", "nowhere.txt"), "input file nowhere.txt does not exist");
    }

    @Test
    void directoryAsFile_isNamed() {
        assertUsage(run("--input", home.toString()), "input file " + home + " is a directory");
    }

    @Test
    void unreadableFile_isNamed() throws IOException {
        Path file = randomText("secret.txt", 11, 10);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-wx------"));
        assumeFalse(Files.isReadable(file), "this user may read anything");
        assertUsage(run("--input", file.toString()), "input file " + file + " cannot be read: permission denied");
    }

    @Test
    void otherPartitionsThanBefore_areRefused() throws IOException {
        Path file = randomText("file.txt", 12, 10);
        run("--input", file.toString(), "--partitions", "3");
        assertUsage(run("--input", file.toString(), "--partitions", "4"), "topic lines has 3 partitions, not 4");
    }

    private static void assertUsage(Outcome outcome, String message) {
        assertThat(outcome.err()).contains(message);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.exitCode()).isEqualTo(2);
    }

    private Outcome run(String... options) {
        String[] words = new String[options.length + 3];
        words[0] = "word-count";
        words[1] = "--data";
        words[2] = home.resolve("data").toString();
        System.arraycopy(options, 0, words, 3, options.length);
        return CommandLine.run(home, words);
    }

    private Map<String, Long> counts() {
        try (LogClient log = Logs.open("embedded:" + home.resolve("data/log"), Map.of())) {
            return WordCounts.read(log, WordCountProgram.COUNTS).byWord();
        }
    }

    /** Writes lines of words in all cases, some of them no ASCII, some frequent and many rare. */
    private Path randomText(String name, long seed, int lines) throws IOException {
        Random random = new Random(seed);
        String[] words = {"the", "The", "and", "über", "naïve", "don't", "x-ray", "Übung", "42", "日本", "of", "OF"};
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < lines; line++) {
            for (int word = random.nextInt(12); word > 0; word--) {
                text.append(random.nextInt(3) > 0 ? words[random.nextInt(words.length)] : rareWord(random));
                text.append(random.nextInt(5) == 0 ? ", " : " ");
            }
            text.append('\n');
        }
        return Files.writeString(home.resolve(name), text, UTF_8);
    }

    private static String rareWord(Random random) {
        return Integer.toString(random.nextInt(5_000), 26);
    }

    /** Counts by bytes, as the shell's tools do, and in another way than the program. */
    private static Map<String, Long> plainCounts(Path... files) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        for (Path file : files) {
            String text = new String(Files.readAllBytes(file), ISO_8859_1);
            WORD.matcher(text)
                    .results()
                    .forEach(word -> counts.merge(word.group().toLowerCase(Locale.ROOT), 1L, Long::sum));
        }
        return counts;
    }

    private List<String> shellTop(Path... files) throws IOException, InterruptedException {
        String names =
                String.join(" ", List.of(files).stream().map(Path::toString).toList());
        ProcessBuilder builder = new ProcessBuilder(
                "sh",
                "-c",
                "cat " + names + " | tr -cs A-Za-z '\\n' | tr A-Z a-z | grep . | sort | uniq -c | sort -rn | head -20");
        builder.environment().put("LC_ALL", "C");
        Process process = builder.redirectErrorStream(true).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).isZero();
        assertThat(lines).hasSize(20);
        return lines;
    }
}
