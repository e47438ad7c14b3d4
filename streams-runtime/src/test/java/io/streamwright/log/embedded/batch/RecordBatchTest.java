package io.streamwright.log.embedded.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

/** A batch comes back as it was built, or not at all. */
final class RecordBatchTest {
    private static final TopicPartition PARTITION = new TopicPartition("words", 3);

    private static RecordBatch parse(byte[] bytes, long baseOffset) {
        return RecordBatch.parse(bytes, baseOffset, "/data", PARTITION);
    }

    private static RecordBatch threeRecords() {
        BatchBuilder builder = new BatchBuilder();
        for (int i = 0; i < 3; i++) {
            builder.add(100 + i, bytes("k" + i), bytes("v" + i), LogRecord.NO_HEADERS);
        }
        RecordBatch batch = builder.seal(7, 8, 9);
        batch.placeAt(1000, 555);
        return batch;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Property(tries = 300)
    void anyRecords_comeBackAsTheyWere(@ForAll long seed) {
        // given
        Random random = new Random(seed);
        BatchBuilder builder = new BatchBuilder();
        List<LogRecord> expected = new ArrayList<>();
        int count = 1 + random.nextInt(50);
        for (int i = 0; i < count; i++) {
            LogRecord record = randomRecord(random, 40 + i);
            builder.add(record.timestamp(), record.key(), record.value(), record.headers());
            expected.add(record);
        }
        assertThat(builder.count()).isEqualTo(count);
        // when
        RecordBatch sealed = builder.seal(1, 2, 3);
        sealed.placeAt(40, 5);
        RecordBatch parsed = parse(sealed.bytes(), 40);
        // then
        assertSame(parsed.decode(0), expected);
        int skipped = random.nextInt(count);
        assertSame(parsed.decode(40L + skipped), expected.subList(skipped, count));
        assertThat(parsed.maxTimestamp())
                .isEqualTo(
                        expected.stream().mapToLong(LogRecord::timestamp).max().orElseThrow());
        assertThat(builder.isEmpty()).isTrue();
    }

    private static void assertSame(List<LogRecord> records, List<LogRecord> expected) {
        assertThat(records).hasSameSizeAs(expected);
        for (int i = 0; i < records.size(); i++) {
            LogRecord record = records.get(i);
            LogRecord wanted = expected.get(i);
            assertThat(record.offset()).isEqualTo(wanted.offset());
            assertThat(record.timestamp()).isEqualTo(wanted.timestamp());
            assertThat(record.key()).isEqualTo(wanted.key());
            assertThat(record.value()).isEqualTo(wanted.value());
            assertThat(record.headers()).isEqualTo(wanted.headers());
        }
    }

    private static LogRecord randomRecord(Random random, long offset) {
        Header[] headers = random.nextInt(3) > 0 ? LogRecord.NO_HEADERS : new Header[random.nextInt(4)];
        for (int i = 0; i < headers.length; i++) {
            headers[i] = new RecordHeader("h" + random.nextInt(), randomBytes(random));
        }
        long timestamp = random.nextBoolean() ? random.nextInt(1000) : random.nextLong() & Long.MAX_VALUE;
        return new LogRecord(
                offset,
                timestamp,
                randomBytes(random),
                randomBytes(random),
                headers.length == 0 ? LogRecord.NO_HEADERS : headers);
    }

    private static byte[] randomBytes(Random random) {
        if (random.nextInt(4) == 0) {
            return null;
        }
        byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void sizeOfSingle_isNeverLessThanWhatIsStored() {
        Header[] headers = {new RecordHeader("h", bytes("v"))};
        BatchBuilder builder = new BatchBuilder();
        builder.add(1, bytes("key"), bytes("x".repeat(300)), headers);
        int stored = builder.seal(1, 1, 0).sizeBytes();
        assertThat(BatchBuilder.sizeOfSingle(bytes("key"), bytes("x".repeat(300)), headers))
                .isBetween((long) stored, stored + 20L);
    }

    @Test
    void header_tellsWhoseAndWhereItIs() {
        RecordBatch batch = parse(threeRecords().bytes(), 1000);
        assertThat(batch.isControl()).isFalse();
        assertThat(batch.producerId()).isEqualTo(7);
        assertThat(batch.epoch()).isEqualTo(8);
        assertThat(batch.baseSequence()).isEqualTo(9);
        assertThat(batch.count()).isEqualTo(3);
        assertThat(batch.baseOffset()).isEqualTo(1000);
        assertThat(batch.nextOffset()).isEqualTo(1003);
        assertThat(batch.appendedAtMs()).isEqualTo(555);
    }

    @Test
    void marker_takesOneOffset_andNamesItsTransaction() {
        RecordBatch marker = BatchBuilder.marker(7, 8, true, 2, 99);
        marker.placeAt(5, 99);
        RecordBatch parsed = parse(marker.bytes(), 5);
        assertThat(parsed.isControl()).isTrue();
        assertThat(parsed.isCommit()).isTrue();
        assertThat(parsed.coordinatorEpoch()).isEqualTo(2);
        assertThat(parsed.epoch()).isEqualTo(8);
        assertThat(parsed.nextOffset()).isEqualTo(6);
        assertThat(BatchBuilder.marker(7, 8, false, 2, 99).isCommit()).isFalse();
    }

    @Test
    void anyFlippedBit_behindTheChecksum_isNoticed() {
        byte[] good = threeRecords().bytes();
        for (int position = BatchFormat.CHECKSUM; position < good.length; position++) {
            byte[] damaged = good.clone();
            damaged[position] ^= 0x10;
            assertThatThrownBy(() -> parse(damaged, 1000))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContainingAll("/data", "words-3", "1000");
        }
    }

    @Test
    void batchUnderAnotherOffset_isNoticed() {
        assertThatThrownBy(() -> parse(threeRecords().bytes(), 1001))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContainingAll("1001", "1000");
    }

    @Test
    void cutBatch_isNoticed() {
        assertThatThrownBy(() -> parse(new byte[10], 0)).isInstanceOf(CorruptRecordException.class);
    }
}
