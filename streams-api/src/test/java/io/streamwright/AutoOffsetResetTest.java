package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class AutoOffsetResetTest {

    @Test
    void resetByDuration_keepsItsAge() {
        // when
        AutoOffsetReset reset = AutoOffsetReset.byDuration(Duration.ofMinutes(5));
        // then
        assertThat(reset.strategy()).isEqualTo(AutoOffsetReset.Strategy.BY_DURATION);
        assertThat(reset.duration()).contains(Duration.ofMinutes(5));
        assertThat(reset)
                .isEqualTo(AutoOffsetReset.byDuration(Duration.ofSeconds(300)))
                .isNotEqualTo(AutoOffsetReset.byDuration(Duration.ofSeconds(1)));
    }

    @Test
    void negativeDuration_isRefused() {
        assertThatThrownBy(() -> AutoOffsetReset.byDuration(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-1S");
    }

    @Test
    void otherStrategies_haveNoDuration() {
        assertThat(AutoOffsetReset.none().duration()).isEmpty();
        assertThat(AutoOffsetReset.earliest())
                .isEqualTo(AutoOffsetReset.earliest())
                .isNotEqualTo(AutoOffsetReset.latest());
    }
}
