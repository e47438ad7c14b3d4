package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.TopologyConfig;
import io.streamwright.errors.LogAndContinueProcessingExceptionHandler;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Produced;
import io.streamwright.runtime.StreamsApp;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** The settings of a topology count when it runs. */
final class TopologySettingsTest {
    private static final StreamsConfig APPLICATION =
            new StreamsConfig(Map.of("application.id", "own-settings", "bootstrap.servers", "memory:own-settings"));

    @Test
    void handlerOfTheTopology_isAskedInsteadOfTheApplications() {
        // given an application that stops at a record that fails, and a topology that goes on
        Properties overrides = new Properties();
        overrides.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(null, APPLICATION, overrides));
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(value -> String.valueOf(Integer.parseInt(value)))
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), new Properties())) {
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            // when
            in.pipeInput("a", "one");
            in.pipeInput("a", "2");
            // then
            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList())
                    .containsExactly("2");
        }
    }

    @Test
    void applicationThatDemandsNames_refusesATopologyWithoutThem() {
        // given
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey()
                .count();
        Topology topology = builder.build();
        Properties settings = new Properties();
        settings.putAll(APPLICATION.originals());
        settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
        // then
        assertThatThrownBy(() -> new StreamsApp(topology, settings))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("KSTREAM-AGGREGATE-STATE-STORE-0000000001");
    }
}
