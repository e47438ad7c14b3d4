package io.streamwright.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.StreamsException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TimestampExtractorTest {

    static Stream<TimestampExtractor> ofTheRecord() {
        return Stream.of(
                new FailOnInvalidTimestamp(),
                new LogAndSkipOnInvalidTimestamp(),
                new UsePartitionTimeOnInvalidTimestamp());
    }

    @ParameterizedTest
    @MethodSource("ofTheRecord")
    void validTimestamp_isTaken(TimestampExtractor extractor) {
        assertThat(extractor.extract(recordAt(0), 500)).isZero();
        assertThat(extractor.extract(recordAt(7), -1)).isEqualTo(7);
    }

    @Test
    void invalidTimestamp_failsByDefault() {
        assertThatThrownBy(() -> new FailOnInvalidTimestamp().extract(recordAt(-1), 500))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("topic payments, partition 3, offset 42, timestamp -1")
                .hasMessageContaining("default.timestamp.extractor");
    }

    @Test
    void invalidTimestamp_dropsTheRecord_ifSkipped() {
        assertThat(new LogAndSkipOnInvalidTimestamp().extract(recordAt(-1), 500))
                .isNegative();
    }

    @Test
    void invalidTimestamp_becomesPartitionTime() {
        assertThat(new UsePartitionTimeOnInvalidTimestamp().extract(recordAt(-1), 500))
                .isEqualTo(500);
    }

    @Test
    void invalidTimestamp_withoutPartitionTime_fails() {
        assertThatThrownBy(() -> new UsePartitionTimeOnInvalidTimestamp().extract(recordAt(-1), -1))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("topic payments, partition 3, offset 42, timestamp -1");
    }

    @Test
    void wallclock_isNow() {
        // given
        long before = System.currentTimeMillis();
        // when
        long extracted = new WallclockTimestampExtractor().extract(recordAt(7), 500);
        // then
        assertThat(extracted).isBetween(before, System.currentTimeMillis());
    }

    private static ConsumerRecord<Object, Object> recordAt(long timestamp) {
        return new ConsumerRecord<>(
                "payments",
                3,
                42,
                timestamp,
                TimestampType.CREATE_TIME,
                1,
                1,
                "key",
                "value",
                new RecordHeaders(),
                Optional.empty());
    }
}
