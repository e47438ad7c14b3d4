package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.kstream.Windowed;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.WindowStore;
import io.streamwright.store.window.WindowKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A window store that is killed in the middle of anything keeps the windows and the time that were committed, and no others. */
final class KilledWindowsTest {
    private static final int KILLS = 5;
    private static final long SEED = 43;

    @TempDir
    private Path directory;

    @Test
    void killedTask_holdsWindowsAndTimeOfACommittedPosition() throws Exception {
        Random random = new Random(SEED);
        for (int kill = 0; kill < KILLS; kill++) {
            // when
            runAndKill(random.nextLong(), 5 + random.nextInt(40));
            // then
            FileChangelog changelog = KilledWindows.changelog(directory);
            try (TaskStores stores = KilledWindows.setup(directory).open()) {
                long position = stores.position(KilledWindows.STORE);
                assertThat(content(stores))
                        .as("windows at offset %d after kill %d", position, kill)
                        .isEqualTo(replay(changelog, position));
                // and restoring the tail gives what restoring everything would
                KilledWindows.restore(changelog, stores);
                Map<String, String> all = replay(changelog, Long.MAX_VALUE);
                assertThat(all).isNotEmpty();
                assertThat(content(stores)).isEqualTo(all);
            }
        }
    }

    private void runAndKill(long seed, int transactions) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWindows.class.getName(),
                        directory.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (int line = 0; line < transactions; line++) {
                assertThat(lines.readLine()).isNotNull();
            }
            // It goes on meanwhile: the kill strikes in the middle of some later transaction.
            process.destroyForcibly().waitFor();
        }
    }

    private static Map<String, String> content(TaskStores stores) {
        Map<String, String> content = new TreeMap<>();
        WindowStore<String, String> store = TaskSetup.store(stores, KilledWindows.STORE);
        try (KeyValueIterator<Windowed<String>, String> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<Windowed<String>, String> entry = all.next();
                byte[] key = entry.key.key().getBytes(StandardCharsets.UTF_8);
                content.put(hex(WindowKey.of(key, entry.key.window().start(), 0)), entry.value);
            }
        }
        return content;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static Map<String, String> replay(FileChangelog changelog, long endOffset) {
        Map<String, String> content = new TreeMap<>();
        long observed = -1;
        List<Optional<FileChangelog.Change>> entries = changelog.entries();
        for (Optional<FileChangelog.Change> entry : entries.subList(0, (int) Math.min(endOffset, entries.size()))) {
            if (entry.isPresent()) {
                FileChangelog.Change change = entry.get();
                observed = Math.max(observed, startOf(change.key()));
                if (change.value() == null) {
                    content.remove(change.key());
                } else {
                    content.put(change.key(), change.value());
                }
            }
        }
        long leftBehind = observed - KilledWindows.RETENTION_MS;
        content.keySet().removeIf(key -> startOf(key) <= leftBehind);
        return content;
    }

    private static long startOf(String key) {
        return WindowKey.startOf(HexFormat.of().parseHex(key));
    }
}
