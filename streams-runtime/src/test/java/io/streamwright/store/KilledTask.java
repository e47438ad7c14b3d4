package io.streamwright.store;

import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/** The task that {@link KilledTaskTest} kills: a process that commits and aborts transactions until it dies. */
final class KilledTask {
    static final List<String> STORES = List.of("first", "second");
    /** Fits the buffers a hundred times, so that RocksDB flushes in the middle of everything. */
    static final String FILLER = "x".repeat(400);

    static final int KEYS = 2_000;
    private static final int WRITES_PER_TRANSACTION = 300;

    private KilledTask() {}

    static TaskSetup setup(Path directory) {
        TaskSetup setup = new TaskSetup(directory.resolve("0_1")).flushLimits(TaskSetup.TINY_FLUSH_LIMITS);
        STORES.forEach(store -> setup.logged(TaskSetup.strings(StoreLocation.PERSISTENT, store)));
        return setup;
    }

    static Map<String, FileChangelog> changelogs(Path directory) throws IOException {
        Map<String, FileChangelog> changelogs = new LinkedHashMap<>();
        for (String store : STORES) {
            changelogs.put(store, FileChangelog.open(directory.resolve(store)));
        }
        return changelogs;
    }

    /** Returns a log that holds what the files hold. */
    static FakeLog log(Map<String, FileChangelog> changelogs) {
        FakeLog log = new FakeLog().recordsPerPoll(500);
        changelogs.forEach((store, changelog) -> {
            FakeLog.Partition partition = log.partition(TaskSetup.changelogOf(store));
            for (Optional<FileChangelog.Change> entry : changelog.entries()) {
                entry.ifPresentOrElse(change -> partition.record(change.key(), change.value()), partition::invisible);
            }
        });
        return log;
    }

    static void restore(Map<String, FileChangelog> changelogs, TaskStores stores) {
        try (RestoreProcess process = RestoreProcess.start(log(changelogs), stores, RestoreProgress.NONE)) {
            while (!process.step(Duration.ZERO)) {}
        }
    }

    /** Arguments: directory, seed. Prints a line for each transaction. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Random random = new Random(Long.parseLong(arguments[1]));
        Map<String, FileChangelog> changelogs = changelogs(directory);
        TaskStores stores = setup(directory).open();
        restore(changelogs, stores);
        while (true) {
            boolean commits = random.nextInt(3) > 0;
            write(stores, random, commits ? "clean" : "dirty");
            Map<TopicPartition, Long> written = end(changelogs, stores, commits);
            if (commits) {
                stores.commit(written);
            } else {
                stores.rollback();
            }
            System.out.println(commits ? "committed" : "aborted");
        }
    }

    private static void write(TaskStores stores, Random random, String value) {
        for (int i = 0; i < WRITES_PER_TRANSACTION; i++) {
            KeyValueStore<String, String> store = TaskSetup.store(stores, STORES.get(random.nextInt(STORES.size())));
            String key = "key " + random.nextInt(KEYS);
            if (random.nextInt(5) == 0) {
                store.delete(key);
            } else {
                store.put(key, value + " " + random.nextInt() + FILLER);
            }
        }
    }

    private static Map<TopicPartition, Long> end(
            Map<String, FileChangelog> changelogs, TaskStores stores, boolean commits) throws IOException {
        Map<String, List<FileChangelog.Change>> changes = new LinkedHashMap<>();
        stores.writeChanges((changelog, timestamp, key, value, headers) -> changes.computeIfAbsent(
                        storeOf(changelog), any -> new ArrayList<>())
                .add(new FileChangelog.Change(text(key), value == null ? null : text(value))));
        stores.seal();
        Map<TopicPartition, Long> written = new LinkedHashMap<>();
        for (Map.Entry<String, List<FileChangelog.Change>> entry : changes.entrySet()) {
            FileChangelog changelog = changelogs.get(entry.getKey());
            written.put(TaskSetup.changelogOf(entry.getKey()), changelog.append(entry.getValue(), commits));
        }
        return written;
    }

    private static String storeOf(TopicPartition changelog) {
        return STORES.stream()
                .filter(store -> TaskSetup.changelogOf(store).equals(changelog))
                .findFirst()
                .orElseThrow();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
