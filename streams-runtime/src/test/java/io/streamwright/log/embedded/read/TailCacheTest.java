package io.streamwright.log.embedded.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogRecord;
import io.streamwright.log.embedded.batch.BatchBuilder;
import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.storage.PartitionKey;
import org.junit.jupiter.api.Test;

/** What the tail cache keeps, and what it counts. */
final class TailCacheTest {
    private final PartitionView view = new PartitionView(new PartitionKey(0, "t", 0), PartitionVisibility.EMPTY);

    private static RecordBatch batchAt(long offset) {
        BatchBuilder builder = new BatchBuilder();
        builder.add(1, null, new byte[1], LogRecord.NO_HEADERS);
        RecordBatch batch = builder.seal(7, (short) 0, 0);
        batch.placeAt(offset, 1);
        return batch;
    }

    @Test
    void smallBatches_countWithWhatTheyCostApartFromTheirBytes() {
        // given room for two
        int cost = batchAt(0).sizeBytes() + TailCache.BYTES_PER_BATCH;
        TailCache cache = new TailCache(2L * cost);
        // when
        for (int offset = 0; offset < 100; offset++) {
            cache.add(view, batchAt(offset));
        }
        // then the same is taken back as was counted
        assertThat(view.kept(97)).isNull();
        assertThat(view.kept(98)).isNotNull();
        assertThat(view.kept(99)).isNotNull();
    }

    @Test
    void cacheWithoutRoom_keepsNothing() {
        new TailCache(0).add(view, batchAt(0));
        assertThat(view.kept(0)).isNull();
    }
}
