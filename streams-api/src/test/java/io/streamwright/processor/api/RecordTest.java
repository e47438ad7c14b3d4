package io.streamwright.processor.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.StreamsException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

final class RecordTest {

    private final Headers headers = new RecordHeaders().add("trace", new byte[] {1});
    private final Record<String, Integer> record = new Record<>("a", 1, 7, headers);

    @Test
    void changedCopies_differInOnePart() {
        assertThat(record.withKey(2L)).isEqualTo(new Record<>(2L, 1, 7, headers));
        assertThat(record.withValue("x")).isEqualTo(new Record<>("a", "x", 7, headers));
        assertThat(record.withTimestamp(8)).isEqualTo(new Record<>("a", 1, 8, headers));
        assertThat(record.withHeaders(new RecordHeaders())).isEqualTo(new Record<>("a", 1, 7));
        assertThat(record).isEqualTo(new Record<>("a", 1, 7, headers)).isNotEqualTo(record.withTimestamp(8));
    }

    @Test
    void headers_belongToOneRecord() {
        // when
        record.withValue(2).headers().add("more", new byte[0]);
        headers.add("later", new byte[0]);
        // then
        assertThat(record.headers()).isEqualTo(new RecordHeaders().add("trace", new byte[] {1}));
    }

    @Test
    void headers_ofACopyOfReadOnlyOnes_canBeChanged() {
        // given
        var readOnly = new RecordHeaders();
        readOnly.setReadOnly();
        // when
        var copy = new Record<>("a", 1, 7, readOnly);
        copy.headers().add("more", new byte[0]);
        // then
        assertThat(copy.headers()).hasSize(1);
    }

    @Test
    void withoutHeaders_thereAreNone() {
        assertThat(new Record<>("a", 1, 7).headers()).isEmpty();
        assertThat(new Record<>("a", 1, 7, null).headers()).isEmpty();
    }

    @Test
    void negativeTimestamp_isRefused() {
        assertThatThrownBy(() -> new Record<>("a", 1, -1))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> record.withTimestamp(-2)).isInstanceOf(StreamsException.class);
        assertThatThrownBy(() -> FixedKeyRecord.of(record).withTimestamp(-2)).isInstanceOf(StreamsException.class);
    }

    @Test
    void fixedKeyRecord_sharesTheHeadersOfTheRecordItIsMadeOf() {
        assertThat(FixedKeyRecord.of(record).headers()).isSameAs(record.headers());
    }

    @Test
    void fixedKeyRecord_changesAllButTheKey() {
        // given
        var fixed = FixedKeyRecord.of(record);
        // when
        var changed = fixed.withValue("x").withTimestamp(8).withHeaders(new RecordHeaders());
        // then
        assertThat(changed).isEqualTo(FixedKeyRecord.of(new Record<>("a", "x", 8)));
        assertThat(fixed).isEqualTo(FixedKeyRecord.of(record)).hasSameHashCodeAs(FixedKeyRecord.of(record));
        assertThat(changed.headers()).isNotSameAs(fixed.headers());
    }

    @Test
    void contextBeforeInit_saysWhatToDo() {
        // given
        var processor = new ContextualProcessor<String, String, String, String>() {
            @Override
            public void process(Record<String, String> input) {
                context().forward(input);
            }
        };
        // then
        assertThatThrownBy(() -> processor.process(new Record<>("a", "b", 0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("super.init(context)");
    }
}
