package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.CoordinatorRecordCodec;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.group.GroupRecordCodec;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionSnapshotCodec;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.FieldReader;
import io.streamwright.log.embedded.protocol.FieldWriter;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfCoordinator;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfGroup;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfPartition;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.SnapshotOf;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One write as its bytes stand on disk: whole if the checksum says so, and otherwise not there at all. It uses the product's codecs.
 *
 * <p>Immutable: holds nothing.
 */
final class Frame {
    private static final int COORDINATOR = 0;
    private static final int GROUP = 1;
    private static final int SNAPSHOT = 2;
    private static final int BATCH = 3;
    private static final int MARKER = 4;

    private Frame() {}

    static byte[] encode(List<StoredRecord> records) {
        List<byte[]> parts = new ArrayList<>();
        records.forEach(stored -> stored.match(new Encoder(parts)));
        int size = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
        ByteBuffer frame = ByteBuffer.allocate(Long.BYTES + size);
        frame.position(Long.BYTES);
        parts.forEach(part -> frame.putInt(part.length).put(part));
        frame.putLong(0, checksum(frame.array()));
        return frame.array();
    }

    private static long checksum(byte[] frame) {
        CRC32C checksum = new CRC32C();
        checksum.update(frame, Long.BYTES, frame.length - Long.BYTES);
        return checksum.getValue();
    }

    /** Returns what a frame holds; nothing if it was torn. */
    static Optional<List<StoredRecord>> decode(byte[] bytes) {
        if (bytes.length < Long.BYTES || ByteBuffer.wrap(bytes).getLong() != checksum(bytes)) {
            return Optional.empty();
        }
        ByteBuffer frame = ByteBuffer.wrap(bytes, Long.BYTES, bytes.length - Long.BYTES);
        List<StoredRecord> records = new ArrayList<>();
        try {
            while (frame.hasRemaining()) {
                byte[] part = new byte[frame.getInt()];
                frame.get(part);
                records.add(decodePart(part));
            }
        } catch (BufferUnderflowException torn) {
            throw new AssertionError("a frame with a good checksum ends too early", torn);
        }
        return Optional.of(records);
    }

    private record Encoder(List<byte[]> parts) implements StoredRecord.Cases<@Nullable Void> {
        @Override
        public @Nullable Void ofCoordinator(OfCoordinator stored) {
            return add(COORDINATOR, CoordinatorRecordCodec.encode(stored.record()));
        }

        @Override
        public @Nullable Void ofGroup(OfGroup stored) {
            return add(GROUP, GroupRecordCodec.encode(stored.record()));
        }

        @Override
        public @Nullable Void snapshotOf(SnapshotOf stored) {
            byte[] snapshot = PartitionSnapshotCodec.encode(stored.snapshot());
            byte[] id = idOf(new FieldWriter(1, SNAPSHOT), stored.partition()).toBytes();
            return add(
                    SNAPSHOT,
                    ByteBuffer.allocate(Integer.BYTES + id.length + snapshot.length)
                            .putInt(id.length)
                            .put(id)
                            .put(snapshot)
                            .array());
        }

        @Override
        public @Nullable Void ofPartition(OfPartition stored) {
            return stored.record().match(new BatchEncoder(this, stored.partition()));
        }

        private @Nullable Void add(int kind, byte[] body) {
            byte[] part = new byte[body.length + 1];
            part[0] = (byte) kind;
            System.arraycopy(body, 0, part, 1, body.length);
            parts.add(part);
            return null;
        }
    }

    private record BatchEncoder(Encoder encoder, PartitionId partition)
            implements PartitionRecord.Cases<@Nullable Void> {
        @Override
        public @Nullable Void dataBatch(PartitionRecord.DataBatch batch) {
            return encoder.add(
                    BATCH,
                    idOf(new FieldWriter(1, BATCH), partition)
                            .writeLong(batch.baseOffset())
                            .writeInt(batch.recordCount())
                            .writeLong(batch.producer().producerId())
                            .writeLong(batch.producer().epoch())
                            .writeInt(batch.baseSequence())
                            .writeLong(batch.appendedAtMs())
                            .toBytes());
        }

        @Override
        public @Nullable Void controlMarker(PartitionRecord.ControlMarker control) {
            EndMarker marker = control.marker();
            return encoder.add(
                    MARKER,
                    idOf(new FieldWriter(1, MARKER), partition)
                            .writeLong(control.offset())
                            .writeLong(marker.transaction().producerId())
                            .writeLong(marker.transaction().dataEpoch())
                            .writeEnum(marker.end())
                            .writeInt(marker.coordinatorEpoch())
                            .writeLong(control.appendedAtMs())
                            .toBytes());
        }

        @Override
        public @Nullable Void startOffsetRaised(PartitionRecord.StartOffsetRaised raised) {
            return null; // the snapshot that must follow says it
        }

        @Override
        public @Nullable Void producersExpired(PartitionRecord.ProducersExpired expired) {
            return null; // the snapshot that must follow says it
        }
    }

    private static FieldWriter idOf(FieldWriter out, PartitionId id) {
        return out.writeInt(id.topicId()).writeInt(id.partition());
    }

    private static StoredRecord decodePart(byte[] part) {
        byte[] body = new byte[part.length - 1];
        System.arraycopy(part, 1, body, 0, body.length);
        return switch (part[0]) {
            case COORDINATOR -> new OfCoordinator(CoordinatorRecordCodec.decode(body));
            case GROUP -> {
                GroupRecord record = GroupRecordCodec.decode(body);
                yield new OfGroup(new GroupId(record.groupId()), record);
            }
            case SNAPSHOT -> {
                ByteBuffer in = ByteBuffer.wrap(body);
                byte[] id = new byte[in.getInt()];
                in.get(id);
                byte[] snapshot = new byte[in.remaining()];
                in.get(snapshot);
                yield new SnapshotOf(idOf(new FieldReader(id, "id", 1)), PartitionSnapshotCodec.decode(snapshot));
            }
            case BATCH -> decodeBatch(new FieldReader(body, "batch", 1));
            case MARKER -> decodeMarker(new FieldReader(body, "marker", 1));
            default -> throw new AssertionError("unknown part " + part[0]);
        };
    }

    private static PartitionId idOf(FieldReader in) {
        return new PartitionId(in.readInt(), in.readInt());
    }

    private static StoredRecord decodeBatch(FieldReader in) {
        PartitionId id = idOf(in);
        long baseOffset = in.readLong();
        int count = in.readInt();
        ProducerIdentity producer = new ProducerIdentity(in.readLong(), in.readLong());
        return new OfPartition(
                id, new PartitionRecord.DataBatch(baseOffset, count, producer, in.readInt(), in.readLong()), List.of());
    }

    private static StoredRecord decodeMarker(FieldReader in) {
        PartitionId id = idOf(in);
        long offset = in.readLong();
        TransactionKey transaction = new TransactionKey(in.readLong(), in.readLong());
        EndMarker marker = new EndMarker(transaction, in.readEnum(TransactionEnd.class), in.readInt());
        return new OfPartition(id, new PartitionRecord.ControlMarker(offset, marker, in.readLong()), List.of());
    }
}
