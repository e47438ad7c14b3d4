package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.ReadOnlyKeyValueStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** Global stores, and read-only stores of tasks, that their processors restore in the driver. */
final class RestoredByProcessorsTest extends GlobalStoresFixture {
    private DeserializationExceptionHandler skipping() {
        return (context, record, exception) -> {
            seen.add("unreadable " + context.topic() + " " + context.offset());
            return DeserializationExceptionHandler.Response.resume(
                    List.of(new ProducerRecord<>("letters", record.key(), record.value())));
        };
    }

    /** Raises what is even, and drops what is odd. */
    private void raise(KeyValueStore<String, String> store, Record<String, Integer> record) {
        seen.add("processed " + record.key());
        if (record.value() % 2 == 0) {
            store.put(record.key(), "raised " + record.value());
        }
    }

    private void fill(TopologyTestDriver driver, String topic) {
        for (int value = 0; value < 9; value++) {
            pipe(driver, topic, "k" + value, value);
        }
        pipe(driver, topic, "k9", "unreadable text");
    }

    private void loseState() throws IOException {
        try (Stream<Path> files = Files.walk(directory, 2)) {
            for (Path file : files.filter(path -> path.getNameCount() == directory.getNameCount() + 2)
                    .toList()) {
                Utils.delete(file.toFile());
            }
        }
    }

    @Test
    void globalStore_isRestoredThroughItsProcessor_withTheSameCallsAndContent() throws IOException {
        try (TopologyTestDriver driver =
                driver(kept(this::raise), StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, skipping())) {
            // given
            fill(driver, "global");
            Map<String, String> before = content(driver, "kept");
            List<String> calls = seen.stream().sorted().toList();
            assertThat(before).hasSize(5).containsEntry("k8", "raised 8");
            assertThat(calls).hasSize(10);
            seen.clear();
            // when
            driver.crash();
            loseState();
            driver.restart();
            // then
            assertThat(content(driver, "kept")).isEqualTo(before);
            assertThat(seen).containsExactlyInAnyOrderElementsOf(calls);
            assertThat(driver.producedTopicNames()).doesNotContain("letters");
        }
    }

    @Test
    void globalStore_thatIsStillThere_isNotFilledAgain() {
        try (TopologyTestDriver driver =
                driver(kept(this::raise), StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, skipping())) {
            fill(driver, "global");
            Map<String, String> before = content(driver, "kept");
            seen.clear();
            driver.crash();
            pipe(driver, "global", "k10", 10);
            driver.restart();
            assertThat(seen).containsExactly("processed k10");
            assertThat(content(driver, "kept")).hasSize(before.size() + 1).containsAllEntriesOf(before);
        }
    }

    private Topology readOnly() {
        return new Topology()
                .addReadOnlyStateStore(
                        strings("kept"),
                        "source",
                        new StringDeserializer(),
                        new IntegerDeserializer(),
                        "topic",
                        "keeper",
                        () -> new Keeper(this::raise));
    }

    @Test
    void readOnlyStore_isRestoredThroughItsProcessor_withTheSameCallsAndContent() throws IOException {
        try (TopologyTestDriver driver =
                driver(readOnly(), StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, skipping())) {
            // given
            fill(driver, "topic");
            Map<String, String> before = content(driver, "kept");
            List<String> calls = List.copyOf(seen);
            assertThat(before).hasSize(5).containsEntry("k8", "raised 8");
            seen.clear();
            // when
            driver.crash();
            pipe(driver, "topic", "k10", 10);
            loseState();
            driver.restart();
            // then what was committed is restored first, and the new record processed
            assertThat(seen)
                    .hasSize(11)
                    .startsWith(calls.toArray(String[]::new))
                    .last()
                    .isEqualTo("processed k10");
            assertThat(content(driver, "kept")).hasSize(6).containsAllEntriesOf(before);
            // and the dead letter was written once, no changelog at all
            assertThat(driver.producedTopicNames()).containsExactly("letters");
            assertThat(driver.createOutputTopic("letters", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList())
                    .containsExactly("unreadable text");
        }
    }

    @Test
    void readOnlyStore_thatIsStillThere_isNotRestored() {
        try (TopologyTestDriver driver = driver(readOnly())) {
            pipe(driver, "topic", "k", 2);
            seen.clear();
            driver.crash();
            driver.restart();
            assertThat(seen).isEmpty();
            assertThat(content(driver, "kept")).isEqualTo(Map.of("k", "raised 2"));
        }
    }

    @Test
    void readOnlyStore_whoseAbortedTransactionIsRepeated_holdsEachRecordOnce() {
        try (TopologyTestDriver driver = driver(readOnly())) {
            driver.commitByHand();
            pipe(driver, "topic", "k", 2);
            driver.abort();
            assertThat(content(driver, "kept")).isEmpty();
            driver.commit();
            assertThat(content(driver, "kept")).isEqualTo(Map.of("k", "raised 2"));
        }
    }

    @Test
    void handlerThatFailsWhileAStoreIsRestored_failsTheTask_whichIsTriedAgain() throws IOException {
        boolean[] fails = {false};
        DeserializationExceptionHandler handler = (context, record, exception) -> fails[0]
                ? DeserializationExceptionHandler.Response.fail()
                : DeserializationExceptionHandler.Response.resume();
        try (TopologyTestDriver driver =
                driver(readOnly(), StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, handler)) {
            // given
            fill(driver, "topic");
            Map<String, String> before = content(driver, "kept");
            driver.crash();
            loseState();
            fails[0] = true;
            // when
            assertThatThrownBy(driver::restart)
                    .hasMessageContainingAll("task 0_0 failed at topic=topic partition=0 offset=18 processor=source");
            // then
            fails[0] = false;
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            assertThat(content(driver, "kept")).isEqualTo(before);
        }
    }

    @Test
    void processorOfAReadOnlyStore_thatWritesToAnotherStore_isRefusedWhenItIsRestored() throws IOException {
        Topology topology = new Topology()
                .addReadOnlyStateStore(
                        strings("kept"),
                        "source",
                        new StringDeserializer(),
                        new StringDeserializer(),
                        "topic",
                        "keeper",
                        () -> new ContextualProcessor<String, String, Void, Void>() {
                            @Override
                            public void process(Record<String, String> record) {
                                KeyValueStore<String, String> other = context().getStateStore("other");
                                other.put(record.key(), record.value());
                            }
                        })
                .addStateStore(strings("other"), "keeper");
        try (TopologyTestDriver driver = driver(topology)) {
            pipe(driver, "topic", "k", "v");
            driver.crash();
            loseState();
            assertThatThrownBy(driver::restart)
                    .hasMessageContainingAll(
                            "restoring store kept of task 0_0 from topic-0 wrote to the store of changelog"
                                    + " app-other-changelog-0",
                            "may write to that store only");
        }
    }

    @Test
    void readOnlyStore_isReadByProcessorsOfItsTask() {
        Topology topology = readOnly()
                .addSource("s", "in")
                .addProcessor(
                        "reader",
                        () -> new ContextualProcessor<String, String, Void, Void>() {
                            @Override
                            public void process(Record<String, String> record) {
                                ReadOnlyKeyValueStore<String, String> store =
                                        context().getStateStore("kept");
                                seen.add("read " + store.get(record.key()));
                            }
                        },
                        "s")
                .connectProcessorAndStateStores("reader", "kept");
        try (TopologyTestDriver driver = driver(topology)) {
            pipe(driver, "topic", "k", 2);
            pipe(driver, "in", "k", "x");
            assertThat(seen).last().isEqualTo("read raised 2");
            Map<String, StateStore> stores = driver.getAllStateStores();
            assertThat(stores).containsOnlyKeys("kept");
        }
    }
}
