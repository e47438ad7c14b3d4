package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import java.util.Properties;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Whoever gives a wrong serde, or none, is told in the first line what was called where, what was found, and what to write. */
final class SerdeMistakeTest {
    private static final String HERE = "at SerdeMistakeTest.";

    private final StreamsBuilder builder = new StreamsBuilder();

    @Test
    void keyOfAnotherTypeBeforeGrouping_namesCallTopicTypesAndRemedy() {
        builder.<String, String>stream("in")
                .selectKey((key, value) -> 7L)
                .groupByKey()
                .count()
                .toStream()
                .to("out");

        assertThat(firstLine(defaults()))
                .contains("topic=in partition=0 offset=0")
                .contains("(KGroupedStream.count " + HERE)
                .contains("cannot serialize the key of type java.lang.Long for topic app-")
                .contains(
                        "-repartition with " + StringSerializer.class.getName() + ", the default of default.key.serde")
                .contains("Grouped.with");
    }

    @Test
    @SuppressWarnings("unchecked") // the mistake
    void wrongProduced_namesCallTopicTypesAndRemedy() {
        Serde<String> wrong = (Serde<String>) (Serde<?>) Serdes.Long();
        builder.<String, String>stream("in").to("out", Produced.with(Serdes.String(), wrong));

        assertThat(firstLine(defaults()))
                .contains("(KStream.to " + HERE)
                .contains("cannot serialize the value of type java.lang.String for topic out with")
                .contains("LongSerializer, which the program gave")
                .contains("Produced.with");
    }

    @Test
    void noSerdeAtAll_namesAllPlacesAtOnce() {
        builder.<String, String>stream("in")
                .groupBy((key, value) -> value)
                .count()
                .toStream()
                .to("out");

        Throwable refusal = catchThrowable(() -> new TopologyTestDriver(builder.build(), settings()).close());

        assertThat(refusal)
                .hasMessageContaining("(StreamsBuilder.stream " + HERE)
                .hasMessageContaining("(KGroupedStream.count " + HERE)
                .hasMessageContaining("(KStream.to " + HERE)
                .hasMessageContaining("default.key.serde");
    }

    @Test
    void topicReadWithTheWrongDefault_namesCallTopicAndField() {
        builder.stream("in").to("out");
        Properties settings = defaults();
        settings.setProperty("default.value.serde", Serdes.LongSerde.class.getName());

        assertThat(firstLine(settings))
                .contains("topic=in partition=0 offset=0")
                .contains("(StreamsBuilder.stream " + HERE)
                .contains("cannot deserialize the value (5 bytes) with " + LongDeserializer.class.getName()
                        + ", the default of default.value.serde")
                .contains("Consumed.with");
    }

    @Test
    void tableReadWithAnotherType_namesCallTopicAndField() {
        builder.table("in", Consumed.with(Serdes.String(), Serdes.Long()))
                .toStream()
                .to("out", Produced.with(Serdes.String(), Serdes.Long()));

        assertThat(firstLine(defaults()))
                .contains("(StreamsBuilder.table " + HERE)
                .contains("cannot deserialize the value (5 bytes) with " + LongDeserializer.class.getName()
                        + ", which the program gave");
    }

    @Test
    @SuppressWarnings("unchecked") // the mistake
    void storeOfAnotherType_namesCallStoreAndTypes() {
        Serde<String> wrong = (Serde<String>) (Serde<?>) Serdes.Long();
        builder.<String, String>stream("in")
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .reduce((left, right) -> left + right, Materialized.with(Serdes.String(), wrong));

        assertThat(firstLine(defaults()))
                .contains("(KGroupedStream.reduce " + HERE)
                .contains("cannot serialize a value of type java.lang.String with")
                .contains("LongSerializer, the value serde that the store was given");
    }

    @Test
    void storeThatIsNotConnected_isNamedWithProcessorAndRemedy() {
        builder.<String, String>stream("in").process(() -> new ContextualProcessor<String, String, String, String>() {
            @Override
            public void init(ProcessorContext<String, String> context) {
                super.init(context);
                context.getStateStore("unknown");
            }

            @Override
            public void process(Record<String, String> record) {
                context().forward(record);
            }
        });

        assertThat(firstLine(defaults()))
                .contains("store unknown")
                .contains("KSTREAM-PROCESSOR-0000000001 (KStream.process " + HERE)
                .contains("connectProcessorAndStateStores(");
    }

    @Test
    void nodesOfTheProcessorApi_areLocatedToo() {
        Topology topology = new Topology();
        topology.addSource("source", new LongDeserializer(), new LongDeserializer(), "in")
                .addSink("sink", "out", "source");

        assertThat(firstLine(topology, defaults())).contains("processor=source (Topology.addSource " + HERE);
    }

    private String firstLine(Properties settings) {
        return firstLine(builder.build(), settings);
    }

    /** Runs a program on one record. Returns the first line of what it throws. */
    private static String firstLine(Topology topology, Properties settings) {
        Throwable failure = catchThrowable(() -> {
            try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings)) {
                driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                        .pipeInput("k", "value");
            }
        });
        assertThat(failure).isNotNull();
        return failure.getMessage().lines().findFirst().orElseThrow();
    }

    private static Properties defaults() {
        Properties settings = settings();
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
        return settings;
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        return settings;
    }
}
