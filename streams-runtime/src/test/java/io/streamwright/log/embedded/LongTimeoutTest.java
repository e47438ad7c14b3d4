package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A timeout that no number of nanoseconds can hold is as long as can be, or has passed already. */
@Timeout(20)
final class LongTimeoutTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Duration LONG_AGO = Duration.ofSeconds(Long.MIN_VALUE);

    private final LogClient log = EmbeddedLog.byHand(
                    new FaultyLogStorage(), EmbeddedLogSettings.DEFAULT, new FakeClock())
            .client();

    @BeforeEach
    void createTopic() {
        log.topics().create(new TopicSpec("t", 1, Map.of()));
    }

    @Test
    void writerAndReader_withTheLongestTimeouts_doNotLoseRecords() {
        // given
        TransactionalWriter writer = log.openWriter(new WriterOptions("w", Duration.ofMinutes(1), LONGEST));
        writer.begin();
        writer.append(P0, 1, null, new byte[20], LogRecord.NO_HEADERS);
        writer.commit().join();
        // when
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(P0));
            reader.seek(P0, 0);
            // then
            assertThat(reader.poll(Duration.ofMillis(Long.MAX_VALUE)).get(0).records())
                    .hasSize(1);
        }
    }

    @Test
    void pollWithATimeoutLongPast_doesNotWait() {
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(P0));
            reader.seek(P0, 0);
            assertThat(reader.poll(LONG_AGO)).isEmpty();
        }
    }
}
