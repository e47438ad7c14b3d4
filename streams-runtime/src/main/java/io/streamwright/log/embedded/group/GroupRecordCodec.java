package io.streamwright.log.embedded.group;

import io.streamwright.log.embedded.group.GroupRecord.CoordinatorSeen;
import io.streamwright.log.embedded.group.GroupRecord.GroupProducer;
import io.streamwright.log.embedded.group.GroupRecord.MembershipChanged;
import io.streamwright.log.embedded.group.GroupRecord.OffsetCommitted;
import io.streamwright.log.embedded.group.GroupRecord.OffsetRemoved;
import io.streamwright.log.embedded.group.GroupRecord.ProducerExpired;
import io.streamwright.log.embedded.group.GroupRecord.ProducerIdle;
import io.streamwright.log.embedded.group.GroupRecord.ProducerUpdated;
import io.streamwright.log.embedded.group.GroupRecord.WrittenOffset;
import io.streamwright.log.embedded.protocol.FieldReader;
import io.streamwright.log.embedded.protocol.FieldWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Turns a group's records into bytes and back.
 *
 * <p>Immutable: holds nothing.
 */
public final class GroupRecordCodec {
    private static final int VERSION = 1;
    private static final String WHAT = "group record";

    private static final int MEMBERSHIP_CHANGED = 0;
    private static final int COORDINATOR_SEEN = 1;
    private static final int OFFSET_COMMITTED = 2;
    private static final int OFFSET_REMOVED = 3;
    private static final int PRODUCER_UPDATED = 4;
    private static final int PRODUCER_EXPIRED = 5;
    private static final int PRODUCER_IDLE = 6;

    private GroupRecordCodec() {}

    public static byte[] encode(GroupRecord record) {
        return record.match(new Encoder());
    }

    private static final class Encoder implements GroupRecord.Cases<byte[]> {
        @Override
        public byte[] membershipChanged(MembershipChanged changed) {
            String memberId = changed.memberId();
            return begin(MEMBERSHIP_CHANGED, changed)
                    .writeInt(changed.generation())
                    .writeString(memberId == null ? "" : memberId)
                    .toBytes();
        }

        @Override
        public byte[] coordinatorSeen(CoordinatorSeen seen) {
            return begin(COORDINATOR_SEEN, seen)
                    .writeInt(seen.coordinatorEpoch())
                    .toBytes();
        }

        @Override
        public byte[] offsetCommitted(OffsetCommitted committed) {
            FieldWriter out = begin(OFFSET_COMMITTED, committed);
            writePartition(out, committed.partition());
            writeOffset(out, committed.committed());
            return out.toBytes();
        }

        @Override
        public byte[] offsetRemoved(OffsetRemoved removed) {
            FieldWriter out = begin(OFFSET_REMOVED, removed);
            writePartition(out, removed.partition());
            return out.toBytes();
        }

        @Override
        public byte[] producerUpdated(ProducerUpdated updated) {
            GroupProducer producer = updated.producer();
            FieldWriter out = begin(PRODUCER_UPDATED, updated)
                    .writeLong(producer.producerId())
                    .writeLong(producer.epoch())
                    .writeBoolean(producer.isOpen())
                    .writeInt(producer.nextSequence())
                    .writeLong(producer.lastWriteMs())
                    .writeInt(producer.pending().size());
            producer.pending().forEach((partition, offset) -> {
                writePartition(out, partition);
                writeOffset(out, offset);
            });
            return out.toBytes();
        }

        @Override
        public byte[] producerIdle(ProducerIdle idle) {
            return begin(PRODUCER_IDLE, idle)
                    .writeLong(idle.producerId())
                    .writeLong(idle.epoch())
                    .writeLong(idle.sinceMs())
                    .toBytes();
        }

        @Override
        public byte[] producerExpired(ProducerExpired expired) {
            return begin(PRODUCER_EXPIRED, expired)
                    .writeLong(expired.producerId())
                    .toBytes();
        }

        private static FieldWriter begin(int kind, GroupRecord record) {
            return new FieldWriter(VERSION, kind).writeString(record.groupId());
        }

        private static void writePartition(FieldWriter out, TopicPartition partition) {
            out.writeString(partition.topic()).writeInt(partition.partition());
        }

        private static void writeOffset(FieldWriter out, WrittenOffset written) {
            OffsetAndMetadata offset = written.offset();
            out.writeLong(offset.offset());
            out.writeLong(offset.leaderEpoch().orElse(-1));
            out.writeString(offset.metadata());
            out.writeLong(written.position());
        }
    }

    /**
     * Decodes a record.
     *
     * @throws io.streamwright.log.embedded.protocol.UnreadableRecordException if the bytes are no record of a known version
     */
    public static GroupRecord decode(byte[] bytes) {
        FieldReader in = new FieldReader(bytes, WHAT, VERSION);
        String groupId = in.readString();
        GroupRecord record = switch (in.kind()) {
            case MEMBERSHIP_CHANGED -> decodeMembership(groupId, in);
            case COORDINATOR_SEEN -> new CoordinatorSeen(groupId, in.readInt());
            case OFFSET_COMMITTED -> new OffsetCommitted(groupId, readPartition(in), readOffset(in));
            case OFFSET_REMOVED -> new OffsetRemoved(groupId, readPartition(in));
            case PRODUCER_UPDATED -> new ProducerUpdated(groupId, readProducer(in));
            case PRODUCER_IDLE -> new ProducerIdle(groupId, in.readLong(), in.readLong(), in.readLong());
            case PRODUCER_EXPIRED -> new ProducerExpired(groupId, in.readLong());
            default -> throw in.unknownKind();
        };
        in.finish();
        return record;
    }

    private static MembershipChanged decodeMembership(String groupId, FieldReader in) {
        int generation = in.readInt();
        String memberId = in.readString();
        return new MembershipChanged(groupId, generation, memberId.isEmpty() ? null : memberId);
    }

    private static GroupProducer readProducer(FieldReader in) {
        long producerId = in.readLong();
        long epoch = in.readLong();
        boolean isOpen = in.readBoolean();
        int nextSequence = in.readInt();
        long lastWriteMs = in.readLong();
        int count = in.readCount();
        Map<TopicPartition, WrittenOffset> pending = new HashMap<>();
        for (int i = 0; i < count; i++) {
            pending.put(readPartition(in), readOffset(in));
        }
        return new GroupProducer(producerId, epoch, isOpen, nextSequence, pending, lastWriteMs);
    }

    private static TopicPartition readPartition(FieldReader in) {
        return new TopicPartition(in.readString(), in.readInt());
    }

    private static WrittenOffset readOffset(FieldReader in) {
        long offset = in.readLong();
        long leaderEpoch = in.readLong();
        Optional<Integer> epoch = leaderEpoch < 0 ? Optional.empty() : Optional.of((int) leaderEpoch);
        String metadata = in.readString();
        return new WrittenOffset(new OffsetAndMetadata(offset, epoch, metadata), in.readLong());
    }
}
