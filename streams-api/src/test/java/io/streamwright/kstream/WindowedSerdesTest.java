package io.streamwright.kstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

final class WindowedSerdesTest {
    private static final Windowed<String> KEY = new Windowed<>("key", new TimeWindow(5, 15));

    @Test
    void c086_keyInAWindow_comesBackWithStartAndEnd() {
        // given
        Serde<Windowed<String>> serde = WindowedSerdes.timeWindowedSerdeFrom(String.class, 10);
        // when
        byte[] bytes = serde.serializer().serialize("topic", KEY);
        // then
        assertThat(serde.deserializer().deserialize("topic", bytes)).isEqualTo(KEY);
        assertThat(bytes)
                .isEqualTo(org.apache.kafka.streams.kstream.WindowedSerdes.timeWindowedSerdeFrom(String.class, 10)
                        .serializer()
                        .serialize(
                                "topic",
                                new org.apache.kafka.streams.kstream.Windowed<>(
                                        "key", new org.apache.kafka.streams.kstream.internals.TimeWindow(5, 15))));
        assertThat(serde.serializer().serialize("topic", null)).isNull();
        assertThat(serde.deserializer().deserialize("topic", null)).isNull();
    }

    @Test
    void keyOfAChangelog_isReadWithoutItsNumber() {
        // given
        byte[] bytes = {'k', 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1};
        Serde<Windowed<String>> serde = new WindowedSerdes.TimeWindowedSerde<>(Serdes.String(), 10).forChangelog(true);
        // then
        assertThat(serde.deserializer().deserialize("topic", bytes))
                .isEqualTo(new Windowed<>("k", new TimeWindow(5, 15)));
    }

    @Test
    void windowThatWouldEndBehindTheEndOfTime_endsThere() {
        Serde<Windowed<String>> serde = WindowedSerdes.timeWindowedSerdeFrom(String.class, Long.MAX_VALUE);
        byte[] bytes = serde.serializer().serialize("topic", KEY);
        assertThat(serde.deserializer().deserialize("topic", bytes).window().end())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void keyThatIsTooShort_isRefused() {
        Serde<Windowed<String>> serde = WindowedSerdes.timeWindowedSerdeFrom(String.class, 10);
        assertThatThrownBy(() -> serde.deserializer().deserialize("topic", new byte[7]))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("topic topic has a key of 7 bytes");
    }

    @Test
    void configuredSerde_isMadeOfSettings() {
        // given
        Map<String, Object> settings = Map.of(
                "window.size.ms",
                "10",
                "windowed.inner.serializer.class",
                "org.apache.kafka.common.serialization.StringSerializer",
                "windowed.inner.deserializer.class",
                StringDeserializer.class);
        Serde<Windowed<String>> serde = new WindowedSerdes.TimeWindowedSerde<>();
        // when
        serde.configure(settings, true);
        // then
        assertThat(serde.deserializer().deserialize("topic", serde.serializer().serialize("topic", KEY)))
                .isEqualTo(KEY);
    }

    @Test
    void c086_settingsThatLackSomething_areRefusedAtOnce() {
        assertThatThrownBy(
                        () -> new TimeWindowedDeserializer<>(new StringDeserializer(), null).configure(Map.of(), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("window.size.ms");
        assertThatThrownBy(() -> new TimeWindowedDeserializer<String>().configure(Map.of("window.size.ms", 10), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("windowed.inner.deserializer.class");
        assertThatThrownBy(() -> new TimeWindowedSerializer<String>().configure(Map.of(), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("windowed.inner.serializer.class");
        assertThatThrownBy(() -> new TimeWindowedDeserializer<>(new StringDeserializer(), 10L)
                        .configure(Map.of("window.size.ms", "eleven"), true))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void settingsThatSayOtherwiseThanTheConstructor_areRefused() {
        assertThatThrownBy(() -> new TimeWindowedDeserializer<>(new StringDeserializer(), 10L)
                        .configure(Map.of("window.size.ms", 11L), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("leave one out");
        assertThatThrownBy(() -> new TimeWindowedSerializer<>(new StringSerializer())
                        .configure(Map.of("windowed.inner.serializer.class", IntegerSerializer.class), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("leave one out");
        assertThatThrownBy(() -> new TimeWindowedSerializer<String>()
                        .configure(Map.of("windowed.inner.serializer.class", "java.lang.Object"), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no serde");
        assertThatThrownBy(() -> new TimeWindowedSerializer<String>()
                        .configure(Map.of("windowed.inner.serializer.class", "no.such.Class"), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("cannot be made");
    }

    @Test
    void keyInASession_comesBackWithStartAndEnd() {
        // given
        Windowed<String> key = new Windowed<>("key", new SessionWindow(5, 15));
        Serde<Windowed<String>> serde = WindowedSerdes.sessionWindowedSerdeFrom(String.class);
        // when
        byte[] bytes = serde.serializer().serialize("topic", key);
        // then
        assertThat(serde.deserializer().deserialize("topic", bytes)).isEqualTo(key);
        assertThat(bytes)
                .isEqualTo(org.apache.kafka.streams.kstream.WindowedSerdes.sessionWindowedSerdeFrom(String.class)
                        .serializer()
                        .serialize(
                                "topic",
                                new org.apache.kafka.streams.kstream.Windowed<>(
                                        "key", new org.apache.kafka.streams.kstream.internals.SessionWindow(5, 15))));
        assertThat(serde.serializer().serialize("topic", null)).isNull();
        assertThat(serde.deserializer().deserialize("topic", null)).isNull();
        assertThat(serde.deserializer().deserialize("topic", new byte[0])).isNull();
    }

    @Test
    void keyOfNoSession_isRefused() {
        Serde<Windowed<String>> serde = WindowedSerdes.sessionWindowedSerdeFrom(String.class);
        assertThatThrownBy(() -> serde.deserializer().deserialize("topic", new byte[15]))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("topic topic has a key of 15 bytes");
        byte[] endsBeforeItStarts = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2};
        assertThatThrownBy(() -> serde.deserializer().deserialize("topic", endsBeforeItStarts))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("from 2 to 1");
    }

    @Test
    void configuredSerdeOfSessions_isMadeOfSettings() {
        // given
        Map<String, Object> settings = Map.of(
                "windowed.inner.serializer.class",
                "org.apache.kafka.common.serialization.StringSerializer",
                "windowed.inner.deserializer.class",
                StringDeserializer.class);
        Windowed<String> key = new Windowed<>("key", new SessionWindow(5, 15));
        Serde<Windowed<String>> serde = new WindowedSerdes.SessionWindowedSerde<>();
        // when
        serde.configure(settings, true);
        // then
        assertThat(serde.deserializer().deserialize("topic", serde.serializer().serialize("topic", key)))
                .isEqualTo(key);
        assertThatThrownBy(() -> new SessionWindowedDeserializer<String>().configure(Map.of(), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("windowed.inner.deserializer.class");
        assertThatThrownBy(() -> new SessionWindowedSerializer<String>().configure(Map.of(), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("windowed.inner.serializer.class");
    }
}
