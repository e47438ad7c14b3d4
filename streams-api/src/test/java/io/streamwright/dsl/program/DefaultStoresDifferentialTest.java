package io.streamwright.dsl.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a program leaves the kind of a store open, the settings decide: for the same stores as in Kafka Streams, which need the same. */
final class DefaultStoresDifferentialTest {

    static Stream<String> programs() {
        return Programs.all().keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void storesOfNoKind_areAskedOfTheDefault(String program) {
        // given
        StreamsBuilder ours = new StreamsBuilder();
        Programs.all().get(program).accept(ours);
        Set<String> expected = theirs(program);
        // when
        ours.build().blueprint().withStoresOf(new RecordingStores(), false);
        // then
        assertThat(RecordingStores.takeAsked()).isEqualTo(expected);
    }

    private static Set<String> theirs(String program) {
        org.apache.kafka.streams.StreamsBuilder theirs = new org.apache.kafka.streams.StreamsBuilder();
        KafkaPrograms.all().get(program).accept(theirs);
        Properties settings = new Properties();
        settings.put("application.id", "kinds");
        settings.put("bootstrap.servers", "nowhere:9092");
        settings.put("default.key.serde", Serdes.StringSerde.class);
        settings.put("default.value.serde", Serdes.StringSerde.class);
        settings.put("dsl.store.suppliers.class", KafkaRecordingStores.class);
        KafkaRecordingStores.takeAsked();
        new TopologyTestDriver(theirs.build(), settings).close();
        Set<String> asked = KafkaRecordingStores.takeAsked();
        asked.remove("configured for kinds");
        return asked;
    }
}
