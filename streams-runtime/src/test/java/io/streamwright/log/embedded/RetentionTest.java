package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.execution.LogLimits;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import io.streamwright.log.embedded.storage.PartitionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that were given up are dropped from storage, lazily and never too many. */
final class RetentionTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final int RECORDS = 30_000;
    /** Keeps no batches in memory, so that readers see what storage holds. */
    private static final EmbeddedLogSettings STORED_ONLY = EmbeddedLogSettings.DEFAULT.with(new LogLimits(
            LogLimits.DEFAULT.coordinator(),
            0,
            LogLimits.DEFAULT.inFlightBytes(),
            LogLimits.DEFAULT.producerExpiryMs()));

    private final FakeClock clock = new FakeClock();
    private final FaultyLogStorage storage = new FaultyLogStorage();
    private LogClient log;

    @BeforeEach
    void openWithRecords() {
        log = EmbeddedLog.byHand(storage, STORED_ONLY, clock).client();
        log.topics().create(new TopicSpec("t", 1, Map.of()));
        TransactionalWriter writer =
                log.openWriter(new WriterOptions("w", Duration.ofMinutes(1), Duration.ofSeconds(5)));
        writer.begin();
        for (int i = 0; i < RECORDS; i++) {
            writer.append(P0, 1, null, new byte[20], LogRecord.NO_HEADERS);
        }
        writer.commit().join();
    }

    private List<Long> storedBaseOffsets() {
        List<Long> offsets = new ArrayList<>();
        storage.readBatches(new PartitionKey(0, "t", 0), 0, batch -> offsets.add(batch.baseOffset()));
        return offsets;
    }

    private void trimTo(long offset) {
        log.topics().deleteRecordsBefore(Map.of(P0, offset));
    }

    private long firstRecordFrom(long offset) {
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(P0));
            reader.seek(P0, offset);
            List<FetchedRecords> fetched = reader.poll(Duration.ZERO);
            return fetched.get(0).records().get(0).offset();
        }
    }

    @Test
    void manyRecordsGivenUp_areDroppedWithTheNextTrim_upToTheBatchThatHoldsTheStart() {
        // given readers that have seen the start before it is the floor of what is kept
        trimTo(20_000);
        assertThat(storedBaseOffsets().get(0)).isZero();
        // when
        trimTo(20_001);
        // then
        List<Long> stored = storedBaseOffsets();
        assertThat(stored.get(0)).isPositive().isLessThanOrEqualTo(20_000L);
        assertThat(stored.get(1)).isGreaterThan(20_000L);
        assertThat(firstRecordFrom(20_001)).isEqualTo(20_001);
    }

    @Test
    void fewRecordsGivenUp_areKeptUntilThereAreMore() {
        trimTo(5_000);
        trimTo(5_001);
        assertThat(storedBaseOffsets().get(0)).isZero();
        trimTo(12_000);
        trimTo(12_001);
        assertThat(storedBaseOffsets().get(0)).isPositive();
    }

    @Test
    void readerThatIsFasterThanTheNewStart_stillFindsWhatWasVisible() {
        // given
        List<Long> found = new ArrayList<>();
        // when each trim is stored, and readers do not know it yet
        storage.afterNextWrite(() -> found.add(firstRecordFrom(0)));
        trimTo(20_000);
        storage.afterNextWrite(() -> found.add(firstRecordFrom(20_000)));
        trimTo(29_000);
        // then
        assertThat(found).containsExactly(0L, 20_000L);
        assertThatThrownBy(() -> firstRecordFrom(20_000))
                .isInstanceOf(OffsetOutOfRangeException.class)
                .hasMessageContaining("29000");
    }

    @Test
    void startOffset_isKeptOverReopening() {
        log.topics().deleteRecordsBefore(Map.of(P0, 20_000L));
        log = EmbeddedLog.byHand(storage.afterCrash(storage.unsyncedWrites()), EmbeddedLogSettings.DEFAULT, clock)
                .client();
        assertThat(log.topics().startOffsets(Set.of(P0))).containsEntry(P0, 20_000L);
        assertThat(firstRecordFrom(20_000)).isEqualTo(20_000);
    }

    @Test
    void recordsThatReadersMayNotHaveSeen_areNotGivenUp() {
        log.topics().deleteRecordsBefore(Map.of(P0, Long.MAX_VALUE));
        assertThat(log.topics().startOffsets(Set.of(P0))).isEqualTo(log.topics().stableOffsets(Set.of(P0)));
    }
}
