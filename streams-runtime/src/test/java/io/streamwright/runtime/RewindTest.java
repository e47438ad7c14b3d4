package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.Topology;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rewind takes as long as the transaction, not as the state: with a million keys a task goes on within 200 ms. That is shown by
 * the fastest of several rewinds, since a busy machine may hold up any one of them; one that restored the state never would.
 */
class RewindTest {
    private static final int KEYS = 1_000_000;
    private static final int KEYS_PER_RECORD = 10_000;
    private static final int FAILURES = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void abortWithAMillionKeys_goesOnAtOnceWithTheStoreOfTheLastCommit() throws InterruptedException {
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 1);
            harness.createTopic("out", 1);
            harness.write("in", fillings());
            Probe probe = new Probe();
            StreamsApp app = new StreamsApp(
                    probe.topology(),
                    harness.settings("retry.backoff.ms", "0", "producer.transaction.timeout.ms", "120000"));
            app.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
            try (app) {
                // given a million keys, committed
                app.start();
                assertThat(app.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(app.progress().aborts()).isZero();

                // when a transaction that has changed some of them, deleted one and added one fails again and again
                harness.write("in", "change", "500", "fail", "", "look", "");
                assertThat(app.awaitCaughtUp(PATIENCE)).isTrue();

                // then the task was at work again within 200 ms, and found what was committed
                assertThat(app.progress().aborts()).isEqualTo(FAILURES);
                assertThat(probe.nanosToGoOn.get()).isLessThan(200_000_000L);
                assertThat(probe.foundAfterRewind)
                        .isEqualTo(Map.of("0000000", 0L, "0000001", 1L, "entries", (long) KEYS));
            }
            // and the transaction took effect once when it was repeated
            assertThat(probe.last).isEqualTo(Map.of("0000000", -1L, "new", 1L, "entries", (long) KEYS));
        }
    }

    private static String[] fillings() {
        String[] keysAndValues = new String[2 * KEYS / KEYS_PER_RECORD];
        for (int record = 0; record < KEYS / KEYS_PER_RECORD; record++) {
            keysAndValues[2 * record] = "fill";
            keysAndValues[2 * record + 1] = String.valueOf(record * KEYS_PER_RECORD);
        }
        return keysAndValues;
    }

    /** A processor that does as the records tell it, and notes what it sees. */
    private static final class Probe {
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicLong failedAtNanos = new AtomicLong();
        private final AtomicLong nanosToGoOn = new AtomicLong(Long.MAX_VALUE);
        private volatile Map<String, Long> foundAfterRewind = Map.of();
        private volatile Map<String, Long> last = Map.of();

        Topology topology() {
            return new Topology()
                    .addSource("source", "in")
                    .addProcessor("probe", () -> new Work(this), "source")
                    .addStateStore(
                            Stores.keyValueStoreBuilder(
                                    Stores.persistentKeyValueStore("state"), Serdes.String(), Serdes.Long()),
                            "probe")
                    .addSink("sink", "out", new StringSerializer(), new LongSerializer(), "probe");
        }
    }

    private static final class Work extends ContextualProcessor<String, String, String, Long> {
        private final Probe probe;

        Work(Probe probe) {
            this.probe = probe;
        }

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, Long> state = context().getStateStore("state");
            switch (record.key()) {
                case "fill" -> {
                    int first = Integer.parseInt(record.value());
                    for (int key = first; key < first + KEYS_PER_RECORD; key++) {
                        state.put("%07d".formatted(key), (long) key);
                    }
                }
                case "change" -> {
                    if (probe.failures.get() > 0) {
                        long nanos = System.nanoTime() - probe.failedAtNanos.get();
                        probe.nanosToGoOn.accumulateAndGet(nanos, Math::min);
                    }
                    if (probe.failures.get() == FAILURES) {
                        probe.foundAfterRewind = look(state, "0000000", "0000001");
                    }
                    for (int key = 0; key < Integer.parseInt(record.value()); key++) {
                        state.put("%07d".formatted(key), -1L);
                    }
                    state.delete("0000001");
                    state.put("new", 1L);
                }
                case "fail" -> {
                    if (probe.failures.incrementAndGet() <= FAILURES) {
                        probe.failedAtNanos.set(System.nanoTime());
                        throw new IllegalStateException("again");
                    }
                }
                default -> probe.last = look(state, "0000000", "new");
            }
        }

        private static Map<String, Long> look(KeyValueStore<String, Long> state, String... keys) {
            Map<String, Long> found = new TreeMap<>();
            for (String key : keys) {
                found.put(key, state.get(key));
            }
            long entries = 0;
            try (KeyValueIterator<String, Long> all = state.all()) {
                while (all.hasNext()) {
                    all.next();
                    entries++;
                }
            }
            found.put("entries", entries);
            return found;
        }
    }
}
