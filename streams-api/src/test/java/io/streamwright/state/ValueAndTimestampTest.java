package io.streamwright.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ValueAndTimestampTest {

    @Test
    void nullValue_makesNoPair() {
        assertThat(ValueAndTimestamp.make(null, 7)).isNull();
    }

    @Test
    void nullValue_isKept_ifAllowed() {
        // when
        ValueAndTimestamp<String> pair = ValueAndTimestamp.makeAllowNullable(null, 7);
        // then
        assertThat(pair.value()).isNull();
        assertThat(pair.timestamp()).isEqualTo(7);
    }

    @Test
    void valueOrNull_looksThroughTheMissingPair() {
        assertThat(ValueAndTimestamp.<String>getValueOrNull(null)).isNull();
        assertThat(ValueAndTimestamp.getValueOrNull(ValueAndTimestamp.make("a", 7)))
                .isEqualTo("a");
    }

    @Test
    void pairs_areEqualByValueAndTimestamp() {
        assertThat(ValueAndTimestamp.make("a", 7))
                .isEqualTo(ValueAndTimestamp.makeAllowNullable("a", 7))
                .isNotEqualTo(ValueAndTimestamp.make("a", 8))
                .isNotEqualTo(ValueAndTimestamp.make("b", 7))
                .hasToString("<a,7>");
    }
}
