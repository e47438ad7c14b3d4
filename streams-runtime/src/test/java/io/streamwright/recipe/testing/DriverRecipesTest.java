package io.streamwright.recipe.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.testing.Fault;
import io.streamwright.testing.LogCall;
import io.streamwright.testing.TestInputTopic;
import io.streamwright.testing.TestOutputTopic;
import io.streamwright.testing.TopologyTestDriver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code docs/testing.md} shows. */
class DriverRecipesTest {
    // recipe: begin
    private TopologyTestDriver driver;
    private TestInputTopic<String, String> orders;
    private TestOutputTopic<String, Long> totals;

    @BeforeEach
    void openDriver() {
        driver = new TopologyTestDriver(countsOfOrders(), settings(), Instant.parse("2026-01-01T00:00:00Z"));
        orders = driver.createInputTopic("orders", new StringSerializer(), new StringSerializer());
        totals = driver.createOutputTopic("totals", new StringDeserializer(), new LongDeserializer());
    }

    @AfterEach
    void closeDriver() {
        driver.close();
    }

    @Test
    void ordersAreCountedByCustomer() {
        orders.pipeInput("ann", "book");
        orders.pipeInput("bob", "lamp");
        orders.pipeInput("ann", "pen");
        assertThat(totals.readKeyValuesToMap()).isEqualTo(Map.of("ann", 2L, "bob", 1L));
        KeyValueStore<String, Long> store = driver.getKeyValueStore("orders-by-customer");
        assertThat(store.get("ann")).isEqualTo(2);
    }
    // recipe: end

    private static Topology countsOfOrders() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream("orders");
        orders.groupByKey()
                .count(Materialized.as("orders-by-customer"))
                .toStream()
                .to("totals", Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "shop");
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return settings;
    }

    /** Says every minute that it is there. */
    private static final class Heartbeat extends ContextualProcessor<String, String, String, String> {
        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            context.schedule(
                    Duration.ofMinutes(1),
                    PunctuationType.WALL_CLOCK_TIME,
                    time -> context.forward(
                            new Record<>("beat", Instant.ofEpochMilli(time).toString(), time)));
        }

        @Override
        public void process(Record<String, String> record) {}
    }

    private static Topology heartbeats() {
        Topology topology = new Topology();
        topology.addSource("source", "in");
        topology.addProcessor("heartbeat", Heartbeat::new, "source");
        topology.addSink("sink", "beats", "heartbeat");
        return topology;
    }

    // recipe: begin
    @Test
    void heartbeatsFollowTheWallClock() {
        try (TopologyTestDriver driver = new TopologyTestDriver(heartbeats(), settings(), Instant.EPOCH)) {
            TestOutputTopic<String, String> beats =
                    driver.createOutputTopic("beats", new StringDeserializer(), new StringDeserializer());
            driver.advanceWallClockTime(Duration.ofSeconds(59));
            assertThat(beats.isEmpty()).isTrue();
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            assertThat(beats.readValue()).isEqualTo("1970-01-01T00:01:00Z");
        }
    }
    // recipe: end

    // recipe: begin
    @Test
    void whatIsAbortedIsCountedOnce() {
        driver.commitByHand();
        orders.pipeInput("ann", "book");
        driver.commit();
        orders.pipeInput("ann", "pen");

        driver.abort(); // the store is as it was at the last commit, and nobody has seen a total of 2

        assertThat(driver.getKeyValueStore("orders-by-customer").get("ann")).isEqualTo(1L);
        assertThat(totals.readValuesToList()).containsExactly(1L);
        driver.commit(); // processes the record again
        assertThat(totals.readValuesToList()).containsExactly(2L);
    }
    // recipe: end

    // recipe: begin
    @Test
    void aCrashLosesNothingAndRepeatsNothing() {
        driver.commitByHand();
        orders.pipeInput("ann", "book");
        driver.commit();
        orders.pipeInput("ann", "pen");

        driver.crash();
        orders.pipeInput("ann", "lamp"); // the log takes records while the application is down
        driver.restart();

        driver.commit();
        assertThat(totals.readValuesToList()).containsExactly(1L, 3L);
    }
    // recipe: end

    // recipe: begin
    @Test
    void aCommitWithoutAnAnswerIsNotCountedTwice() {
        Fault lost = driver.faults()
                .at(LogCall.COMMIT)
                .ofWriter("shop-0_0")
                .afterItTookEffect()
                .fail(() -> new TimeoutException("no answer"));

        orders.pipeInput("ann", "book");

        assertThat(lost.fired()).isEqualTo(1);
        assertThat(totals.readValuesToList()).containsExactly(1L);
    }
    // recipe: end

    // recipe: begin
    @Test
    void eachPartitionHasATaskAndAStoreOfItsOwn() {
        try (TopologyTestDriver driver =
                new TopologyTestDriver(countsOfOrders(), settings(), Instant.EPOCH, Map.of("orders", 2))) {
            TestInputTopic<String, String> orders =
                    driver.createInputTopic("orders", new StringSerializer(), new StringSerializer());
            for (String customer : List.of("ann", "bob", "eve", "joe")) {
                orders.pipeInput(customer, "book");
            }
            List<String> customers = new ArrayList<>();
            for (int partition = 0; partition < 2; partition++) {
                KeyValueStore<String, Long> store = driver.getKeyValueStore("orders-by-customer", partition);
                try (var entries = store.all()) {
                    entries.forEachRemaining(entry -> customers.add(entry.key));
                }
            }
            assertThat(customers).containsExactlyInAnyOrder("ann", "bob", "eve", "joe");
        }
    }
    // recipe: end
}
