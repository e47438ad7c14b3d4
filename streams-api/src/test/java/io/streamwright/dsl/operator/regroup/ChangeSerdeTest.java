package io.streamwright.dsl.operator.regroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.dsl.operator.Change;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.internals.ChangedDeserializer;
import org.apache.kafka.streams.kstream.internals.ChangedSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates of groups have the bytes that Kafka Streams gives them. */
final class ChangeSerdeTest {
    private static final String TOPIC = "groups-repartition";

    private final Headers headers = new RecordHeaders();
    private final ChangeSerializer<String> serializer = new ChangeSerializer<>(TOPIC, new StringSerializer());
    private final ChangeDeserializer<String> deserializer = new ChangeDeserializer<>(TOPIC, new StringDeserializer());

    static Stream<Change<String>> changes() {
        return Stream.of(0, 1, 63, 64, 127, 128, 8191, 8192, 1_100_000)
                .map("x"::repeat)
                .flatMap(text -> Stream.of(
                        new Change<>(text, null),
                        new Change<>(null, text),
                        new Change<>(text, "old"),
                        new Change<>("new", text),
                        new Change<>(text, text)));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void change_hasTheBytesOfKafkaStreams(Change<String> change) {
        // given
        ChangedSerializer<String> theirs = new ChangedSerializer<>(new StringSerializer());
        // when
        byte[] ours = serializer.serialize(TOPIC, headers, change);
        // then
        assertThat(ours)
                .isEqualTo(theirs.serialize(
                        TOPIC,
                        headers,
                        new org.apache.kafka.streams.kstream.internals.Change<>(change.newValue(), change.oldValue())));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void change_isReadAsWritten_byBothLibraries(Change<String> change) {
        // given
        byte[] bytes = serializer.serialize(TOPIC, headers, change);
        // when
        Change<String> ours = deserializer.deserialize(TOPIC, headers, bytes);
        org.apache.kafka.streams.kstream.internals.Change<String> theirs =
                new ChangedDeserializer<>(new StringDeserializer()).deserialize(TOPIC, headers, bytes);
        // then
        assertThat(ours).isEqualTo(change);
        assertThat(theirs.newValue).isEqualTo(change.newValue());
        assertThat(theirs.oldValue).isEqualTo(change.oldValue());
    }

    @Test
    void changeThatSaysWhetherItIsLatest_isRead() {
        // given what releases between wrote: the byte before the flag, and flags higher by three
        byte[] newOnly = {'n', 1, 4};
        byte[] both = {2, 'n', 'o', 0, 5};
        // when, then
        assertThat(deserializer.deserialize(TOPIC, headers, newOnly)).isEqualTo(new Change<>("n", null));
        assertThat(deserializer.deserialize(TOPIC, headers, both)).isEqualTo(new Change<>("n", "o"));
    }

    @Test
    void changeWithoutValues_isRefused() {
        // when, then
        assertThatThrownBy(() -> serializer.serialize(TOPIC, headers, new Change<>(null, null)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(TOPIC);
    }

    @Test
    void valueThatSerializesToNothing_isRefusedByName() {
        // given
        ChangeSerializer<String> broken = new ChangeSerializer<>(TOPIC, (topic, value) -> null);
        // when, then
        assertThatThrownBy(() -> broken.serialize(TOPIC, headers, new Change<>("new", null)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("java.lang.String")
                .hasMessageContaining(TOPIC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0009", "ab\u0006", "\u007fab\u0002", "\u0003", "\u0001\u0002"})
    void bytesThatAreNoChange_areRefused(String bytes) {
        // given
        byte[] data = bytes.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        // when, then
        assertThatThrownBy(() -> deserializer.deserialize(TOPIC, headers, data))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(TOPIC);
    }

    @Test
    void serdeLeftOpen_isTheConfiguredOne() {
        // given
        ChangeSerializer<String> open = new ChangeSerializer<>(TOPIC, null);
        ChangeDeserializer<String> openReader = new ChangeDeserializer<>(TOPIC, null);
        // when
        open.useDefaults(Serdes.Long(), Serdes.String());
        openReader.useDefaults(Serdes.Long(), Serdes.String());
        // then
        byte[] bytes = open.serialize(TOPIC, headers, new Change<>("new", "old"));
        assertThat(openReader.deserialize(TOPIC, headers, bytes)).isEqualTo(new Change<>("new", "old"));
    }

    @Test
    void serdeLeftOpenAndNotConfigured_isRefusedWithTheRemedy() {
        // given
        ChangeSerializer<String> open = new ChangeSerializer<>(TOPIC, null);
        open.useDefaults(null, null);
        // when, then
        assertThatThrownBy(() -> open.serialize(TOPIC, headers, new Change<>("new", null)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(TOPIC)
                .hasMessageContaining("default.value.serde");
    }
}
