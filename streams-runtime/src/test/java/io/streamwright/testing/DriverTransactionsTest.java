package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a test can do to an application's transactions. */
final class DriverTransactionsTest {
    @TempDir
    private Path directory;

    private TopologyTestDriver driver(Topology topology) {
        return driver(topology, Map.of());
    }

    private TopologyTestDriver driver(Topology topology, Map<String, Integer> partitions) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return new TopologyTestDriver(topology, settings, Instant.EPOCH, partitions);
    }

    private static TestInputTopic<String, String> input(TopologyTestDriver driver) {
        return driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
    }

    private static TestOutputTopic<String, String> output(TopologyTestDriver driver) {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
    }

    private static Topology counts(boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.<String, Long>as(
                                persistent
                                        ? Stores.persistentTimestampedKeyValueStore("counts")
                                        : Stores.inMemoryKeyValueStore("counts"))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()))
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        return builder.build();
    }

    private static Long count(TopologyTestDriver driver, String key) {
        return driver.<String, Long>getKeyValueStore("counts").get(key);
    }

    // ---- commit and abort

    @Test
    void committingByHand_givesOneUpdateForEachKeyAndCommit() {
        try (TopologyTestDriver driver = driver(counts(true))) {
            // given
            driver.commitByHand();
            // when
            input(driver).pipeInput("k", "a");
            input(driver).pipeInput("k", "b");
            input(driver).pipeInput("l", "c");
            // then
            assertThat(output(driver).isEmpty()).isTrue();
            assertThat(count(driver, "k")).isEqualTo(2);
            driver.commit();
            assertThat(output(driver).readKeyValuesToMap()).isEqualTo(Map.of("k", "2", "l", "1"));
            // and back
            input(driver).pipeInput("k", "d");
            driver.commitEachRecord();
            assertThat(output(driver).readValuesToList()).containsExactly("3");
            input(driver).pipeInput("k", "e");
            assertThat(output(driver).readValuesToList()).containsExactly("4");
        }
    }

    @Test
    void commit_goesThroughAllSubTopologies() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupBy((key, value) -> value, Grouped.as("first"))
                .count(Materialized.as("counts"))
                .toStream()
                .map((key, count) -> io.streamwright.KeyValue.pair(String.valueOf(count), key))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .reduce((left, right) -> left + right)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build())) {
            driver.commitByHand();
            // when
            input(driver).pipeInput("1", "a");
            input(driver).pipeInput("2", "b");
            // then
            assertThat(output(driver).isEmpty()).isTrue();
            driver.commit();
            assertThat(output(driver).readKeyValuesToMap()).isEqualTo(Map.of("1", "ab"));
        }
    }

    @Test
    void abort_takesBackStoresOutputsAndProcessors_andRecordsAreProcessedAgain() {
        // given
        List<String> calls = new ArrayList<>();
        Topology topology = new Topology();
        topology.addSource("source", "in");
        topology.addProcessor("keep", () -> new Keeper(calls), "source");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("kept"), Serdes.String(), Serdes.String()),
                "keep");
        topology.addSink("sink", "out", "keep");
        try (TopologyTestDriver driver = driver(topology)) {
            driver.commitByHand();
            input(driver).pipeInput("k", "a");
            driver.commit();
            input(driver).pipeInput("k", "b");
            assertThat(driver.getKeyValueStore("kept").get("k")).isEqualTo("b");
            calls.clear();
            // when
            driver.abort();
            // then
            assertThat(driver.getKeyValueStore("kept").get("k")).isEqualTo("a");
            assertThat(calls).containsExactly("closed", "made");
            // when
            driver.commit();
            // then
            assertThat(calls).containsExactly("closed", "made", "b");
            assertThat(driver.getKeyValueStore("kept").get("k")).isEqualTo("b");
            assertThat(output(driver).readValuesToList()).containsExactly("a", "b");
        }
    }

    /** Keeps the last value of each key, and notes what happens to it. */
    private static final class Keeper extends ContextualProcessor<String, String, String, String> {
        private final List<String> calls;

        Keeper(List<String> calls) {
            this.calls = calls;
            calls.add("made");
        }

        @Override
        public void process(Record<String, String> record) {
            calls.add(record.value());
            KeyValueStore<String, String> kept = context().getStateStore("kept");
            kept.put(record.key(), record.value());
            context().forward(record);
        }

        @Override
        public void close() {
            calls.add("closed");
        }
    }

    // ---- crash and restart

    @ParameterizedTest(name = "persistent={0}")
    @ValueSource(booleans = {true, false})
    void crash_losesWhatIsNotCommitted_andRestartProcessesItOnce(boolean persistent) {
        try (TopologyTestDriver driver = driver(counts(persistent))) {
            // given
            driver.commitByHand();
            input(driver).pipeInput("k", "a");
            driver.commit();
            input(driver).pipeInput("k", "b");
            // when
            driver.crash();
            // then
            assertThat(output(driver).readValuesToList()).containsExactly("1");
            assertThatThrownBy(() -> driver.getKeyValueStore("counts")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(driver::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(driver::abort).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(driver::crash).isInstanceOf(IllegalStateException.class);
            // and the log goes on without the application
            input(driver).pipeInput("k", "c");
            driver.advanceWallClockTime(Duration.ofDays(1));
            // when
            driver.restart();
            // then
            assertThat(count(driver, "k")).isEqualTo(3);
            driver.commit();
            assertThat(output(driver).readValuesToList()).containsExactly("3");
            assertThatThrownBy(driver::restart).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void restartThatFails_canBeTriedAgain() {
        try (TopologyTestDriver driver = driver(counts(true))) {
            // given
            driver.crash();
            driver.faults().at(LogCall.JOIN).fail(() -> new TimeoutException("nobody there"));
            input(driver).pipeInput("k", "a");
            // when
            assertThatThrownBy(driver::restart).isInstanceOf(TimeoutException.class);
            assertThat(output(driver).isEmpty()).isTrue();
            driver.restart();
            // then
            assertThat(output(driver).readValuesToList()).containsExactly("1");
        }
    }

    // ---- partitions

    @Test
    void severalPartitions_areSeveralTasksWithStoresOfTheirOwn() {
        try (TopologyTestDriver driver = driver(counts(true), Map.of("in", 3, "out", 2))) {
            // when
            for (int number = 0; number < 30; number++) {
                input(driver).pipeInput("k" + number % 10, "v");
            }
            input(driver).pipeInputTo(2, new TestRecord<>("elsewhere", "v"));
            // then
            assertThat(output(driver).readKeyValuesToMap()).hasSize(11).containsEntry("k3", "3");
            List<String> found = new ArrayList<>();
            for (int partition = 0; partition < 3; partition++) {
                try (var entries = driver.<String, Long>getKeyValueStore("counts", partition)
                        .all()) {
                    entries.forEachRemaining(entry -> found.add(entry.key));
                }
                assertThat(driver.getAllStateStores(partition)).containsOnlyKeys("counts");
            }
            assertThat(found).hasSize(11).doesNotHaveDuplicates();
            assertThat(driver.<String, Long>getKeyValueStore("counts", 2).get("elsewhere"))
                    .isEqualTo(1);
            assertThatThrownBy(() -> driver.getKeyValueStore("counts"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[0, 1, 2]");
            assertThatThrownBy(() -> input(driver).pipeInputTo(3, new TestRecord<>("v")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("topic in has 3 partitions and no partition 3");
        }
    }

    // ---- faults

    @Test
    void faultThatAborts_isHealedBeforePipingReturns() {
        try (TopologyTestDriver driver = driver(counts(true))) {
            // given
            Fault refused = driver.faults()
                    .at(LogCall.COMMIT)
                    .ofWriter("app-0_0")
                    .fail(() -> new TransactionAbortableException("no"));
            // when
            input(driver).pipeInput("k", "a");
            // then
            assertThat(refused.fired()).isEqualTo(1);
            assertThat(output(driver).readValuesToList()).containsExactly("1");
            assertThat(count(driver, "k")).isEqualTo(1);
        }
    }

    @Test
    void faultsOfEveryKind_leaveEachRecordOnce_andTheWallClockAlone() {
        try (TopologyTestDriver driver = driver(counts(true))) {
            // given
            driver.faults().at(LogCall.COMMIT).afterItTookEffect().fail(() -> new TimeoutException("no answer"));
            driver.faults().at(LogCall.APPEND).skip(1).fail(() -> new ProducerFencedException("somebody else"));
            driver.faults().at(LogCall.ADD_OFFSETS).skip(2).times(3).fail(() -> new TimeoutException("busy"));
            driver.faults().at(LogCall.POLL).skip(3).times(2).fail(() -> new TimeoutException("busy"));
            driver.faults().at(LogCall.OPEN_WRITER).times(2).fail(() -> new TimeoutException("busy"));
            // when
            for (int number = 1; number <= 5; number++) {
                input(driver).pipeInput("k", "v" + number);
            }
            // then
            assertThat(output(driver).readValuesToList()).containsExactly("1", "2", "3", "4", "5");
            input(driver).pipeInput("k", "v6"); // dated by the wall clock, which no backoff has moved
            assertThat(output(driver).readRecord().timestamp()).isZero();
        }
    }

    @Test
    void answerThatIsHeldBack_isGivenUp_andTheCommitFound() {
        try (TopologyTestDriver driver = driver(counts(true))) {
            // given
            Fault held = driver.faults().at(LogCall.COMMIT).afterItTookEffect().hold();
            // when
            input(driver).pipeInput("k", "a");
            // then
            assertThat(held.fired()).isEqualTo(1);
            assertThat(output(driver).readValuesToList()).containsExactly("1");
            assertThat(count(driver, "k")).isEqualTo(1);
            held.release();
            input(driver).pipeInput("k", "b");
            assertThat(output(driver).readValuesToList()).containsExactly("2");
        }
    }

    @Test
    void faultWithoutARemedy_surfaces_andTheApplicationGoesOnWhenItIsGone() {
        try (TopologyTestDriver driver = driver(counts(true))) {
            // given
            driver.faults().at(LogCall.COMMIT).always().fail(() -> new TransactionAbortableException("never"));
            // when
            assertThatThrownBy(() -> input(driver).pipeInput("k", "a")).isInstanceOf(StreamsException.class);
            driver.faults().clear();
            input(driver).pipeInput("k", "b");
            // then
            assertThat(output(driver).readValuesToList()).last().isEqualTo("2");
        }
    }
}
