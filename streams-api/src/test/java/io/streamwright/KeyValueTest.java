package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KeyValueTest {

    @Test
    void pairsOfEqualParts_areEqual() {
        assertThat(KeyValue.pair("a", 1))
                .isEqualTo(new KeyValue<>("a", 1))
                .hasSameHashCodeAs(new KeyValue<>("a", 1))
                .isNotEqualTo(new KeyValue<>("a", 2))
                .isNotEqualTo(new KeyValue<>("b", 1))
                .isNotEqualTo("a");
    }

    @Test
    void nullParts_areAllowed() {
        // when
        var empty = new KeyValue<String, Long>(null, null);
        // then
        assertThat(empty).isEqualTo(new KeyValue<>(null, null));
        assertThat(empty.key).isNull();
        assertThat(empty.value).isNull();
    }

    @Test
    void text_isThatOfKafkaStreams() {
        assertThat(KeyValue.pair("a", 1)).hasToString(new org.apache.kafka.streams.KeyValue<>("a", 1).toString());
    }
}
