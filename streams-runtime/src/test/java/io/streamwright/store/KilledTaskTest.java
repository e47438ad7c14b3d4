package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.KeyValue;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task that is killed in the middle of anything keeps what it committed, and none of what it did not (C067, C069). */
final class KilledTaskTest {
    private static final int KILLS = 6;
    private static final long SEED = 42;

    @TempDir
    private Path directory;

    @Test
    void killedTask_holdsACommittedPositionOfItsChangelog_andRestoresTheTailOnly() throws Exception {
        Random random = new Random(SEED);
        Map<String, Long> restoredBefore = new HashMap<>();
        for (int kill = 0; kill < KILLS; kill++) {
            // when
            runAndKill(random.nextLong(), 5 + random.nextInt(40));
            // then each store is at some committed position, behind all that earlier runs left on disk
            Map<String, FileChangelog> changelogs = KilledTask.changelogs(directory);
            try (TaskStores stores = KilledTask.setup(directory).open()) {
                for (String store : KilledTask.STORES) {
                    long position = stores.position(store);
                    assertThat(position).isGreaterThanOrEqualTo(restoredBefore.getOrDefault(store, 0L));
                    assertThat(content(stores, store))
                            .as("store %s at offset %d after kill %d", store, position, kill)
                            .isEqualTo(replay(changelogs.get(store), position));
                }
                // and restoring the tail gives what restoring everything would
                KilledTask.restore(changelogs, stores);
                for (String store : KilledTask.STORES) {
                    assertThat(content(stores, store)).isEqualTo(replay(changelogs.get(store), Long.MAX_VALUE));
                    restoredBefore.put(store, stores.position(store));
                }
            }
        }
    }

    private void runAndKill(long seed, int transactions) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledTask.class.getName(),
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

    private static Map<String, String> content(TaskStores stores, String name) {
        Map<String, String> content = new TreeMap<>();
        KeyValueStore<String, String> store = TaskSetup.store(stores, name);
        try (KeyValueIterator<String, String> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, String> entry = all.next();
                content.put(entry.key, entry.value);
            }
        }
        return content;
    }

    private static Map<String, String> replay(FileChangelog changelog, long endOffset) {
        Map<String, String> content = new HashMap<>();
        List<Optional<FileChangelog.Change>> entries = changelog.entries();
        for (Optional<FileChangelog.Change> entry : entries.subList(0, (int) Math.min(endOffset, entries.size()))) {
            entry.ifPresent(change -> {
                if (change.value() == null) {
                    content.remove(change.key());
                } else {
                    content.put(change.key(), change.value());
                }
            });
        }
        return content;
    }
}
