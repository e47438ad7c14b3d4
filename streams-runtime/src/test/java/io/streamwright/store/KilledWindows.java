package io.streamwright.store;

import io.streamwright.state.Stores;
import io.streamwright.state.WindowStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;

/** The task that {@link KilledWindowsTest} kills: it writes windows, lets time pass, commits and aborts until it dies. */
final class KilledWindows {
    static final String STORE = "windows";
    static final long RETENTION_MS = 300_000;
    private static final TopicPartition CHANGELOG = TaskSetup.changelogOf(STORE);
    private static final int WRITES_PER_TRANSACTION = 300;
    private static final int KEYS = 50;
    private static final int LATEST_MS = 20_000;

    private KilledWindows() {}

    static TaskSetup setup(Path directory) {
        return new TaskSetup(directory.resolve("0_1"))
                .flushLimits(TaskSetup.TINY_FLUSH_LIMITS)
                .logged(Stores.windowStoreBuilder(
                        Stores.persistentWindowStore(
                                STORE, Duration.ofMillis(RETENTION_MS), Duration.ofSeconds(1), false),
                        Serdes.String(),
                        Serdes.String()));
    }

    static FileChangelog changelog(Path directory) throws IOException {
        return FileChangelog.open(directory.resolve(STORE));
    }

    static void restore(FileChangelog changelog, TaskStores stores) {
        FakeLog log = new FakeLog().recordsPerPoll(500);
        FakeLog.Partition partition = log.partition(CHANGELOG);
        changelog
                .entries()
                .forEach(entry -> entry.ifPresentOrElse(
                        change -> partition.record(
                                HexFormat.of().parseHex(change.key()),
                                change.value() == null ? null : change.value().getBytes(StandardCharsets.UTF_8),
                                0),
                        partition::invisible));
        try (RestoreProcess process = RestoreProcess.start(log, stores, RestoreProgress.NONE)) {
            while (!process.step(Duration.ZERO)) {}
        }
    }

    /** Arguments: directory, seed. Prints a line for each transaction. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Random random = new Random(Long.parseLong(arguments[1]));
        FileChangelog changelog = changelog(directory);
        TaskStores stores = setup(directory).open();
        restore(changelog, stores);
        WindowStore<String, String> store = TaskSetup.store(stores, STORE);
        long time = changelog.entries().size() * 100L; // goes on from where the killed one was, or a little before
        while (true) {
            boolean commits = random.nextInt(3) > 0;
            for (int i = 0; i < WRITES_PER_TRANSACTION; i++) {
                String value = random.nextInt(5) == 0 ? null : (commits ? "clean" : "dirty") + KilledTask.FILLER;
                store.put("key " + random.nextInt(KEYS), value, time + random.nextInt(LATEST_MS));
                time += commits ? 100 : 500; // an aborted transaction had left more behind
            }
            List<FileChangelog.Change> changes = new ArrayList<>();
            stores.writeChanges((partition, timestamp, key, value, headers) -> changes.add(new FileChangelog.Change(
                    HexFormat.of().formatHex(key), value == null ? null : new String(value, StandardCharsets.UTF_8))));
            stores.seal();
            long next = changelog.append(changes, commits);
            if (commits) {
                stores.commit(Map.of(CHANGELOG, next));
            } else {
                stores.rollback();
                time -= WRITES_PER_TRANSACTION * 500L;
            }
            System.out.println(commits ? "committed" : "aborted");
        }
    }
}
