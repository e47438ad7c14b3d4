package io.streamwright.log.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.LogRecord;
import io.streamwright.log.embedded.batch.BatchBuilder;
import io.streamwright.log.embedded.batch.RecordBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage in a directory keeps what was written, by partition and offset. */
final class RocksLogStorageTest {
    private static final PartitionKey KEY = new PartitionKey(4, "words", 1);

    @TempDir
    private Path directory;

    private RocksLogStorage storage;

    @BeforeEach
    void open() {
        storage = RocksLogStorage.open(directory, FlushMode.SYNC);
    }

    @AfterEach
    void close() {
        storage.close();
    }

    private static RecordBatch batch(long offset, int records, int valueBytes) {
        BatchBuilder builder = new BatchBuilder();
        for (int i = 0; i < records; i++) {
            builder.add(1, null, new byte[valueBytes], LogRecord.NO_HEADERS);
        }
        RecordBatch batch = builder.seal(1, 1, 0);
        batch.placeAt(offset, 1);
        return batch;
    }

    private void append(PartitionKey key, RecordBatch... batches) {
        StorageWrite write = new StorageWrite();
        for (RecordBatch batch : batches) {
            write.append(key, batch);
        }
        storage.write(write, true);
    }

    private List<Long> baseOffsetsFrom(PartitionKey key, long offset) {
        List<Long> offsets = new ArrayList<>();
        storage.readBatches(key, offset, batch -> offsets.add(batch.baseOffset()));
        return offsets;
    }

    @Test
    void batches_areReadFromTheOneThatHoldsTheOffset() {
        append(KEY, batch(0, 3, 10), batch(3, 2, 5000), batch(5, 4, 10));
        assertThat(baseOffsetsFrom(KEY, 0)).containsExactly(0L, 3L, 5L);
        assertThat(baseOffsetsFrom(KEY, 2)).containsExactly(0L, 3L, 5L);
        assertThat(baseOffsetsFrom(KEY, 3)).containsExactly(3L, 5L);
        assertThat(baseOffsetsFrom(KEY, 8)).containsExactly(5L);
        assertThat(baseOffsetsFrom(KEY, 9)).isEmpty();
    }

    @Test
    void partitions_areApart() {
        append(new PartitionKey(4, "words", 0), batch(0, 1, 1));
        append(new PartitionKey(4, "words", 2), batch(0, 1, 1));
        append(new PartitionKey(5, "other", 1), batch(0, 1, 1));
        assertThat(baseOffsetsFrom(KEY, 0)).isEmpty();
        append(KEY, batch(0, 1, 1));
        assertThat(baseOffsetsFrom(KEY, 0)).containsExactly(0L);
    }

    @Test
    void droppedBatches_areGone_andTheOthersStay() {
        append(KEY, batch(0, 3, 10), batch(3, 2, 5000), batch(5, 4, 10));
        StorageWrite write = new StorageWrite();
        write.dropBatchesBefore(KEY, 3);
        storage.write(write, true);
        assertThat(baseOffsetsFrom(KEY, 0)).containsExactly(3L, 5L);
    }

    @Test
    void state_isKeptByKey_overReopening() {
        // given
        StorageWrite write = new StorageWrite();
        write.put(StateTable.GROUPS, "a", bytes("1"));
        write.put(StateTable.GROUPS, "a", bytes("2"));
        write.put(StateTable.GROUPS, "b", bytes("3"));
        write.put(StateTable.TOPICS, "a", bytes("4"));
        write.remove(StateTable.GROUPS, "b");
        storage.write(write, true);
        append(KEY, batch(0, 1, 5000));
        // when
        storage.close();
        open();
        // then
        assertThat(entries(StateTable.GROUPS)).containsOnly(Map.entry("a", "2"));
        assertThat(entries(StateTable.TOPICS)).containsOnly(Map.entry("a", "4"));
        assertThat(entries(StateTable.PARTITIONS)).isEmpty();
        assertThat(baseOffsetsFrom(KEY, 0)).containsExactly(0L);
    }

    private Map<String, String> entries(StateTable table) {
        Map<String, String> entries = new TreeMap<>();
        storage.forEach(table, (key, value) -> entries.put(key, new String(value, StandardCharsets.UTF_8)));
        return entries;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void recovery_keepsWhatIsStored() {
        append(KEY, batch(0, 1, 1));
        storage.recover();
        append(KEY, batch(1, 1, 1));
        assertThat(baseOffsetsFrom(KEY, 0)).containsExactly(0L, 1L);
    }

    @Test
    void damagedBatch_isNamed_andThoseBeforeItAreRead() {
        // given
        RecordBatch damaged = batch(3, 2, 10);
        damaged.bytes()[damaged.sizeBytes() - 1] ^= 1;
        append(KEY, batch(0, 3, 10), damaged);
        List<Long> read = new ArrayList<>();
        // then
        assertThatThrownBy(() -> storage.readBatches(KEY, 0, batch -> read.add(batch.baseOffset())))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContainingAll(directory.toString(), "words-1", "offset 3");
        assertThat(read).containsExactly(0L);
    }

    @Test
    void closedStorage_refusesWork() {
        storage.close();
        storage.close();
        assertThatThrownBy(() -> append(KEY, batch(0, 1, 1)))
                .isInstanceOf(KafkaStorageException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void directoryInUse_isRefused_andNamesTheProcess() {
        assertThatThrownBy(() -> RocksLogStorage.open(directory, FlushMode.SYNC))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll(
                        directory.toString(),
                        "in use",
                        Long.toString(ProcessHandle.current().pid()));
    }

    @Test
    void pathThatIsAFile_isRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> RocksLogStorage.open(file, FlushMode.SYNC))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll(file.toString(), "choose a directory");
        assertThatThrownBy(() -> RocksLogStorage.open(file.resolve("below"), FlushMode.SYNC))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll(file.toString(), "cannot be made");
    }
}
