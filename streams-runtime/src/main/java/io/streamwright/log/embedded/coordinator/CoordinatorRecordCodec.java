package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.CoordinatorStarted;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdExpired;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.ProducerIdsAssigned;
import io.streamwright.log.embedded.coordinator.TransactionMetadata.Participants;
import io.streamwright.log.embedded.protocol.FieldReader;
import io.streamwright.log.embedded.protocol.FieldWriter;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the coordinator's records into bytes and back.
 *
 * <p>Immutable: holds nothing.
 */
public final class CoordinatorRecordCodec {
    private static final int VERSION = 1;
    private static final String WHAT = "transaction log record";

    private static final int ID_UPDATED = 0;
    private static final int ID_EXPIRED = 1;
    private static final int PRODUCER_IDS_ASSIGNED = 2;
    private static final int COORDINATOR_STARTED = 3;

    private static final int PARTITION = 0;
    private static final int GROUP = 1;

    private CoordinatorRecordCodec() {}

    public static byte[] encode(CoordinatorRecord record) {
        return record.match(new CoordinatorRecord.Cases<byte[]>() {
            @Override
            public byte[] idUpdated(IdUpdated updated) {
                return encodeMetadata(updated.metadata());
            }

            @Override
            public byte[] idExpired(IdExpired expired) {
                return new FieldWriter(VERSION, ID_EXPIRED)
                        .writeString(expired.transactionalId())
                        .toBytes();
            }

            @Override
            public byte[] producerIdsAssigned(ProducerIdsAssigned assigned) {
                return new FieldWriter(VERSION, PRODUCER_IDS_ASSIGNED)
                        .writeLong(assigned.nextProducerId())
                        .toBytes();
            }

            @Override
            public byte[] coordinatorStarted(CoordinatorStarted started) {
                return new FieldWriter(VERSION, COORDINATOR_STARTED)
                        .writeInt(started.coordinatorEpoch())
                        .toBytes();
            }
        });
    }

    private static byte[] encodeMetadata(TransactionMetadata metadata) {
        FieldWriter out = new FieldWriter(VERSION, ID_UPDATED)
                .writeString(metadata.transactionalId())
                .writeLong(metadata.producer().producerId())
                .writeLong(metadata.producer().epoch())
                .writeLong(metadata.ownerSinceEpoch())
                .writeLong(metadata.timeoutMs())
                .writeEnum(metadata.state());
        encodeParticipants(out, metadata.participants());
        EndedTransaction ended = metadata.ended();
        out.writeBoolean(ended != null);
        if (ended != null) {
            out.writeLong(ended.dataEpoch()).writeEnum(ended.end()).writeEnum(ended.cause());
        }
        return out.writeLong(metadata.sinceMs()).toBytes();
    }

    private static void encodeParticipants(FieldWriter out, Participants participants) {
        out.writeInt(participants.all().size());
        for (Participant participant : participants.all()) {
            participant.match(new ParticipantEncoder(out));
            out.writeBoolean(participants.unacknowledged().contains(participant));
        }
    }

    private record ParticipantEncoder(FieldWriter out) implements Participant.Cases<FieldWriter> {
        @Override
        public FieldWriter partition(PartitionId partition) {
            return out.writeByte(PARTITION).writeInt(partition.topicId()).writeInt(partition.partition());
        }

        @Override
        public FieldWriter group(GroupId group) {
            return out.writeByte(GROUP).writeString(group.name());
        }
    }

    /**
     * Decodes a record.
     *
     * @throws io.streamwright.log.embedded.protocol.UnreadableRecordException if the bytes are no record of a known version
     */
    public static CoordinatorRecord decode(byte[] bytes) {
        FieldReader in = new FieldReader(bytes, WHAT, VERSION);
        CoordinatorRecord record = switch (in.kind()) {
            case ID_UPDATED -> new IdUpdated(decodeMetadata(in));
            case ID_EXPIRED -> new IdExpired(in.readString());
            case PRODUCER_IDS_ASSIGNED -> new ProducerIdsAssigned(in.readLong());
            case COORDINATOR_STARTED -> new CoordinatorStarted(in.readInt());
            default -> throw in.unknownKind();
        };
        in.finish();
        return record;
    }

    private static TransactionMetadata decodeMetadata(FieldReader in) {
        return new TransactionMetadata(
                in.readString(),
                new ProducerIdentity(in.readLong(), in.readLong()),
                in.readLong(),
                in.readLong(),
                in.readEnum(TransactionState.class),
                decodeParticipants(in),
                decodeEnded(in),
                in.readLong());
    }

    private static Participants decodeParticipants(FieldReader in) {
        int count = in.readCount();
        Set<Participant> all = new LinkedHashSet<>();
        Set<Participant> unacknowledged = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            Participant participant = decodeParticipant(in);
            all.add(participant);
            if (in.readBoolean()) {
                unacknowledged.add(participant);
            }
        }
        return new Participants(all, unacknowledged);
    }

    private static Participant decodeParticipant(FieldReader in) {
        int kind = in.readByte();
        return switch (kind) {
            case PARTITION -> new PartitionId(in.readInt(), in.readInt());
            case GROUP -> new GroupId(in.readString());
            default -> throw in.unreadable("participant of kind " + kind);
        };
    }

    private static @Nullable EndedTransaction decodeEnded(FieldReader in) {
        return in.readBoolean()
                ? new EndedTransaction(
                        in.readLong(), in.readEnum(TransactionEnd.class), in.readEnum(EndedTransaction.Cause.class))
                : null;
    }
}
