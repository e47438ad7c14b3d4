package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.Topology;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultBuilder;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit whose answer never came: whether or not it took effect, every record counts once, and other tasks go on. */
class CommitReplyLostTest {
    private static final String STRUCK = "app-0_1";
    private static final String OTHER = "app-0_0";

    /** Keys of both partitions of the input. */
    private static final List<String> WORDS =
            List.of("apple", "pear", "plum", "fig", "date", "lime", "quince", "cherry", "olive", "grape");

    private static final String DUMP = "dump what the store holds";

    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private final Map<String, Long> written = new HashMap<>();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 2);
        harness.createTopic("counts", 2);
        harness.createTopic("dump", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void commitThatTookEffect_countsOnce() throws InterruptedException {
        outputIsExactlyOnce(log.at(LogCall.COMMIT).ofWriter(STRUCK).afterItTookEffect(), 1);
    }

    @Test
    void commitThatDidNotTakeEffect_countsOnce() throws InterruptedException {
        outputIsExactlyOnce(log.at(LogCall.COMMIT).ofWriter(STRUCK).before(), 0);
    }

    @Test
    void commitThatTookEffect_whoseAnswerIsAwaitedWhileOthersCommit_countsOnce() throws InterruptedException {
        // given
        Fault opened = log.at(LogCall.OPEN_WRITER).ofWriter(OTHER).always().watch();
        Fault aborted = log.at(LogCall.ABORT).ofWriter(OTHER).always().watch();
        Fault committed = log.at(LogCall.COMMIT)
                .ofWriter(OTHER)
                .afterItTookEffect()
                .always()
                .watch();
        Fault struck = log.at(LogCall.COMMIT)
                .ofWriter(STRUCK)
                .afterItTookEffect()
                .holdThenFail(() -> new TimeoutException("no answer to the commit"));
        try (StreamsApp app = new StreamsApp(counting(), harness.settings(), log)) {
            app.start();
            // when its answer does not come, the other task commits again and again
            writeWords();
            struck.awaitFired(AppHarness.LONG);
            for (int round = 0; round < 3; round++) {
                int before = committed.fired();
                writeWords();
                committed.awaitFired(before + 1, AppHarness.LONG);
            }
            // and when it is lost, nothing is
            struck.release();
            writeWords();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        // then
        assertThat(opened.fired()).isEqualTo(1);
        assertThat(aborted.fired()).isZero();
        assertExactlyOnce();
    }

    /**
     * Runs a program whose task is struck in the middle of its work.
     *
     * @param commit says how
     * @param openings how often its id has to be opened anew: not if the commit can be made again
     */
    private void outputIsExactlyOnce(FaultBuilder commit, int openings) throws InterruptedException {
        // given both tasks have committed before
        Fault opened = log.at(LogCall.OPEN_WRITER).ofWriter(OTHER).always().watch();
        Fault aborted = log.at(LogCall.ABORT).ofWriter(OTHER).always().watch();
        Fault committed = log.at(LogCall.COMMIT)
                .ofWriter(OTHER)
                .afterItTookEffect()
                .always()
                .watch();
        try (StreamsApp app = new StreamsApp(counting(), harness.settings(), log)) {
            app.start();
            writeWords();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            Fault struck = commit.fail(() -> new TimeoutException("no answer to the commit"));
            Fault reopened = log.at(LogCall.OPEN_WRITER)
                    .ofWriter(STRUCK)
                    .afterItTookEffect()
                    .watch();
            // when
            int before = committed.fired();
            writeWords();
            struck.awaitFired(AppHarness.LONG);
            writeWords();
            committed.awaitFired(before + 1, AppHarness.LONG);
            // then
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            assertThat(struck.fired()).isEqualTo(1);
            assertThat(reopened.fired()).isEqualTo(openings);
            assertThat(app.state()).isEqualTo(StreamsApp.State.RUNNING);
        }
        assertThat(opened.fired()).isEqualTo(1);
        assertThat(aborted.fired()).isZero();
        assertExactlyOnce();
    }

    private void writeWords() {
        List<String> keysAndValues = new ArrayList<>();
        for (String word : WORDS) {
            keysAndValues.addAll(List.of(word, "x"));
            written.merge(word, 1L, Long::sum);
        }
        harness.write("in", keysAndValues.toArray(String[]::new));
    }

    /** The output counts each word up without a gap or a repetition; the store and its changelog hold the last counts. */
    private void assertExactlyOnce() throws InterruptedException {
        Map<String, List<Long>> counted = new HashMap<>();
        for (ConsumerRecord<String, Long> record : harness.read("counts", new LongDeserializer())) {
            counted.computeIfAbsent(record.key(), word -> new ArrayList<>()).add(record.value());
        }
        assertThat(counted).containsOnlyKeys(written.keySet());
        written.forEach((word, times) -> assertThat(counted.get(word)).containsExactlyElementsOf(upTo(times)));
        Map<String, Long> changelog = new HashMap<>();
        harness.read("app-counts-changelog", new LongDeserializer())
                .forEach(record -> changelog.put(record.key(), record.value()));
        assertThat(changelog).isEqualTo(written);
        assertThat(stored()).isEqualTo(written);
    }

    private static List<Long> upTo(long last) {
        List<Long> counts = new ArrayList<>();
        for (long count = 1; count <= last; count++) {
            counts.add(count);
        }
        return counts;
    }

    /** Returns what the stores of both tasks hold: the program is run again, on the directories that it left, to say so. */
    private Map<String, Long> stored() throws InterruptedException {
        List<String> dumps = new ArrayList<>();
        WORDS.forEach(word -> dumps.addAll(List.of(word, DUMP)));
        harness.write("in", dumps.toArray(String[]::new));
        harness.runToEnd(counting());
        Map<String, Long> stored = new HashMap<>();
        harness.read("dump", new LongDeserializer()).forEach(record -> stored.put(record.key(), record.value()));
        return stored;
    }

    private static Topology counting() {
        return new Topology()
                .addSource("source", "in")
                .addProcessor("count", Count::new, "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long()),
                        "count")
                .addSink("counted", "counts", new StringSerializer(), new LongSerializer(), "count")
                .addSink("dumped", "dump", new StringSerializer(), new LongSerializer(), "count");
    }

    private static final class Count extends ContextualProcessor<String, String, String, Long> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, Long> counts = context().getStateStore("counts");
            if (record.value().equals(DUMP)) {
                dump(counts, record);
                return;
            }
            Long before = counts.get(record.key());
            long now = before == null ? 1 : before + 1;
            counts.put(record.key(), now);
            context().forward(record.withValue(now), "counted");
        }

        private void dump(KeyValueStore<String, Long> counts, Record<String, String> record) {
            try (KeyValueIterator<String, Long> all = counts.all()) {
                all.forEachRemaining(
                        entry -> context().forward(new Record<>(entry.key, entry.value, record.timestamp()), "dumped"));
            }
        }
    }
}
