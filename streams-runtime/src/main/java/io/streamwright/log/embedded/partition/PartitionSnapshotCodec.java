package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.partition.ProducerState.RememberedBatch;
import io.streamwright.log.embedded.protocol.FieldReader;
import io.streamwright.log.embedded.protocol.FieldWriter;
import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Turns partition snapshots into bytes and back.
 *
 * <p>Immutable: holds nothing.
 */
public final class PartitionSnapshotCodec {
    private static final int VERSION = 1;
    private static final int KIND = 0;
    private static final String WHAT = "partition snapshot";

    private PartitionSnapshotCodec() {}

    public static byte[] encode(PartitionSnapshot snapshot) {
        FieldWriter out = new FieldWriter(VERSION, KIND)
                .writeLong(snapshot.startOffset())
                .writeLong(snapshot.endOffset())
                .writeInt(snapshot.coordinatorEpoch());
        out.writeInt(snapshot.producers().size());
        snapshot.producers().forEach(producer -> encodeProducer(out, producer));
        out.writeInt(snapshot.open().size());
        snapshot.open().forEach(opened -> encodeKey(out, opened.transaction()).writeLong(opened.firstOffset()));
        out.writeInt(snapshot.aborted().size());
        snapshot.aborted()
                .forEach(aborted -> encodeKey(out, aborted.transaction())
                        .writeLong(aborted.firstOffset())
                        .writeLong(aborted.lastOffset()));
        return out.toBytes();
    }

    private static void encodeProducer(FieldWriter out, ProducerState producer) {
        out.writeLong(producer.producerId())
                .writeLong(producer.epoch())
                .writeLong(producer.lastWriteMs())
                .writeInt(producer.batches().size());
        producer.batches()
                .forEach(batch -> out.writeInt(batch.baseSequence())
                        .writeInt(batch.recordCount())
                        .writeLong(batch.baseOffset()));
    }

    private static FieldWriter encodeKey(FieldWriter out, TransactionKey key) {
        return out.writeLong(key.producerId()).writeLong(key.dataEpoch());
    }

    /**
     * Decodes a snapshot.
     *
     * @throws io.streamwright.log.embedded.protocol.UnreadableRecordException if the bytes are no snapshot of a known version
     */
    public static PartitionSnapshot decode(byte[] bytes) {
        FieldReader in = new FieldReader(bytes, WHAT, VERSION);
        if (in.kind() != KIND) {
            throw in.unknownKind();
        }
        PartitionSnapshot snapshot = new PartitionSnapshot(
                in.readLong(),
                in.readLong(),
                in.readInt(),
                list(in, () -> decodeProducer(in)),
                list(in, () -> new OpenTransaction(decodeKey(in), in.readLong())),
                list(in, () -> new AbortedTransaction(decodeKey(in), in.readLong(), in.readLong())));
        in.finish();
        return snapshot;
    }

    private static ProducerState decodeProducer(FieldReader in) {
        long producerId = in.readLong();
        long epoch = in.readLong();
        long lastWriteMs = in.readLong();
        return new ProducerState(
                producerId,
                epoch,
                list(in, () -> new RememberedBatch(in.readInt(), in.readInt(), in.readLong())),
                lastWriteMs);
    }

    private static TransactionKey decodeKey(FieldReader in) {
        return new TransactionKey(in.readLong(), in.readLong());
    }

    private static <T> List<T> list(FieldReader in, Supplier<T> element) {
        int count = in.readCount();
        List<T> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(element.get());
        }
        return elements;
    }
}
