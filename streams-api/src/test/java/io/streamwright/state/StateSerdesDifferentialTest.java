package io.streamwright.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.streamwright.errors.StreamsException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

/** Bytes of stores are made as in Kafka Streams. */
final class StateSerdesDifferentialTest {
    private final StateSerdes<String, Long> ours = StateSerdes.withBuiltinTypes("topic", String.class, Long.class);
    private final org.apache.kafka.streams.state.StateSerdes<String, Long> theirs =
            org.apache.kafka.streams.state.StateSerdes.withBuiltinTypes("topic", String.class, Long.class);

    @Test
    @SuppressWarnings("deprecation") // in Kafka Streams, in favour of headers
    void bytesAndObjects_areThoseOfKafkaStreams() {
        assertThat(ours.rawKey("key")).isEqualTo(theirs.rawKey("key"));
        assertThat(ours.rawValue(7L)).isEqualTo(theirs.rawValue(7L));
        assertThat(ours.rawKey(null)).isEqualTo(theirs.rawKey(null));
        assertThat(ours.keyFrom(theirs.rawKey("key"))).isEqualTo("key");
        assertThat(ours.valueFrom(theirs.rawValue(7L))).isEqualTo(7L);
        assertThat(ours.valueFrom(null)).isEqualTo(theirs.valueFrom(null));
        assertThat(ours.topic()).isEqualTo(theirs.topic());
        assertThat(StateSerdes.TIMESTAMP_SIZE).isEqualTo(org.apache.kafka.streams.state.StateSerdes.TIMESTAMP_SIZE);
        assertThat(StateSerdes.BOOLEAN_SIZE).isEqualTo(org.apache.kafka.streams.state.StateSerdes.BOOLEAN_SIZE);
    }

    @Test
    void serdes_areThoseThatWereGiven() {
        // given
        Serde<UUID> keys = Serdes.UUID();
        Serde<byte[]> values = Serdes.ByteArray();
        // when
        StateSerdes<UUID, byte[]> serdes = new StateSerdes<>("topic", keys, values);
        // then
        assertThat(serdes.keySerde()).isSameAs(keys);
        assertThat(serdes.valueSerde()).isSameAs(values);
        assertThat(serdes.keySerializer()).isSameAs(keys.serializer());
        assertThat(serdes.keyDeserializer()).isSameAs(keys.deserializer());
        assertThat(serdes.valueSerializer()).isSameAs(values.serializer());
        assertThat(serdes.valueDeserializer()).isSameAs(values.deserializer());
    }

    @Test
    void headersAndTopic_areToldToTheSerdes() {
        // given serdes that write down what they are told
        Serde<String> telling = Serdes.serdeFrom(new TellingSerializer(), new TellingDeserializer());
        StateSerdes<String, String> serdes = new StateSerdes<>("topic", telling, telling);
        Headers headers = new RecordHeaders().add("trace", new byte[] {1});
        // then
        assertThat(serdes.rawKey("key", headers))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("topic trace key");
        assertThat(serdes.rawValue("value", headers))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("topic trace value");
        assertThat(serdes.keyFrom(new byte[] {'k'}, headers)).isEqualTo("topic trace k");
        assertThat(serdes.valueFrom(new byte[] {'v'}, headers)).isEqualTo("topic trace v");
    }

    @Test
    @SuppressWarnings("unchecked") // what a program with the wrong serde does
    void serializerOfAnotherType_isRefusedWithTheRemedy() {
        StateSerdes<Object, Object> wrong = (StateSerdes<Object, Object>) (StateSerdes<?, ?>) ours;
        assertThatThrownBy(() -> wrong.rawKey(1))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("StringSerializer")
                .hasMessageContaining("key of type java.lang.Integer");
        assertThatThrownBy(() -> wrong.rawValue("text"))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("LongSerializer")
                .hasMessageContaining("value of type java.lang.String");
    }

    @Test
    void missingOrUnknownTypes_areRefusedAsInKafkaStreams() {
        for (List<Object> missing : List.<List<Object>>of(List.of(1, 2), List.of(0, 2), List.of(0, 1))) {
            String topic = missing.contains(0) ? "topic" : null;
            Serde<String> keys = missing.contains(1) ? Serdes.String() : null;
            Serde<String> values = missing.contains(2) ? Serdes.String() : null;
            assertThatThrownBy(() -> new StateSerdes<>(topic, keys, values)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> new org.apache.kafka.streams.state.StateSerdes<>(topic, keys, values))
                    .isInstanceOf(NullPointerException.class);
        }
        Throwable refusal = catchThrowable(() -> StateSerdes.withBuiltinTypes("topic", List.class, String.class));
        assertThat(refusal).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timestampedFormat_isThatOfKafkaStreams() {
        for (byte[] value : new byte[][] {null, {}, {1, 2, 3}}) {
            assertThat(TimestampedBytesStore.convertToTimestampedFormat(value))
                    .isEqualTo(org.apache.kafka.streams.state.TimestampedBytesStore.convertToTimestampedFormat(value));
        }
    }

    private static final class TellingSerializer implements Serializer<String> {
        @Override
        public byte[] serialize(String topic, String data) {
            throw new UnsupportedOperationException("headers are told");
        }

        @Override
        public byte[] serialize(String topic, Headers headers, String data) {
            return (topic + " " + headers.iterator().next().key() + " " + data).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final class TellingDeserializer implements Deserializer<String> {
        @Override
        public String deserialize(String topic, byte[] data) {
            throw new UnsupportedOperationException("headers are told");
        }

        @Override
        public String deserialize(String topic, Headers headers, byte[] data) {
            return topic + " " + headers.iterator().next().key() + " " + new String(data, StandardCharsets.UTF_8);
        }
    }
}
