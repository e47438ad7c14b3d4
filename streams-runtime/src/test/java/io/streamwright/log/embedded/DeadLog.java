package io.streamwright.log.embedded;

import io.streamwright.log.LogRecord;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.embedded.batch.BatchBuilder;
import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.ProducerIdsAssigned;
import io.streamwright.log.embedded.coordinator.CoordinatorRecordCodec;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionMetadata.Participants;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.group.GroupRecord.GroupProducer;
import io.streamwright.log.embedded.group.GroupRecord.OffsetCommitted;
import io.streamwright.log.embedded.group.GroupRecord.ProducerUpdated;
import io.streamwright.log.embedded.group.GroupRecord.WrittenOffset;
import io.streamwright.log.embedded.group.GroupRecordCodec;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.log.embedded.storage.PartitionKey;
import io.streamwright.log.embedded.storage.StateTable;
import io.streamwright.log.embedded.storage.StorageWrite;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes storage as a process leaves it that dies with many transactional ids, each in a state of its own.
 *
 * <p>A transaction has one record in each of two partitions, or of one if there is only one, and an offset of the group. Of one that is
 * to be committed the first partition has acknowledged.
 *
 * <p>Owner: one test.
 */
final class DeadLog {
    static final String TOPIC = "t";
    static final String GROUP = "app";
    static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** The first topic that a log creates has this id. */
    private static final int TOPIC_ID = 0;
    /** The first coordinator that starts has this epoch. */
    private static final int COORDINATOR_EPOCH = 1;

    private static final int WRITES_AT_ONCE = 1000;

    private final LogStorage storage;
    private final long[] endOffsets;
    private final long nowMs;
    private StorageWrite write = new StorageWrite();

    private DeadLog(LogStorage storage, int partitions, long nowMs) {
        this.storage = storage;
        this.endOffsets = new long[partitions];
        this.nowMs = nowMs;
    }

    /**
     * Writes a log.
     *
     * @param storage empty
     * @param partitions how many the topic has
     * @param ids how many transactional ids
     * @param stateOf the state of each
     */
    static void write(LogStorage storage, int partitions, int ids, IntFunction<TransactionState> stateOf) {
        FakeClock clock = new FakeClock();
        EmbeddedLog.byHand(storage, EmbeddedLogSettings.DEFAULT, clock)
                .client()
                .topics()
                .create(new TopicSpec(TOPIC, partitions, Map.of()));
        DeadLog log = new DeadLog(storage, partitions, clock.nowMs());
        log.put(new ProducerIdsAssigned(ids));
        for (int id = 0; id < ids; id++) {
            log.writeId(id, stateOf.apply(id));
            if (id % WRITES_AT_ONCE == 0) {
                log.flush();
            }
        }
        log.flush();
    }

    private void flush() {
        storage.write(write, false);
        write = new StorageWrite();
    }

    /** Returns the numbers of the partitions that an id's transaction has a record in. */
    static Set<Integer> partitionsOf(int id, int partitions) {
        return new LinkedHashSet<>(List.of(id % partitions, (id + 1) % partitions));
    }

    /** Returns the partition of whose offset an id's transaction commits. */
    static TopicPartition consumedBy(int id) {
        return new TopicPartition("source", id);
    }

    /** Returns the id in whose transaction a record was written. */
    static int idIn(byte[] value) {
        return ByteBuffer.wrap(value).getInt();
    }

    private void writeId(int id, TransactionState state) {
        Set<Participant> partitions = partitionsOf(id, endOffsets.length).stream()
                .map(number -> new PartitionId(TOPIC_ID, number))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Set<Participant> all = new LinkedHashSet<>(partitions);
        all.add(new GroupId(GROUP));
        if (state != TransactionState.EMPTY) {
            partitionsOf(id, endOffsets.length).forEach(partition -> append(partition, data(id)));
        }
        switch (state) {
            case EMPTY -> put(metadata(id, state, null, Participants.NONE));
            case ONGOING -> {
                putPending(id);
                put(metadata(id, state, null, new Participants(all, all)));
            }
            case PREPARE_COMMIT -> {
                putPending(id);
                append(id % endOffsets.length, marker(id, true));
                Set<Participant> rest = new LinkedHashSet<>(all);
                rest.remove(new PartitionId(TOPIC_ID, id % endOffsets.length));
                put(metadata(id, state, TransactionEnd.COMMIT, new Participants(all, rest)));
            }
            case PREPARE_ABORT -> {
                putPending(id);
                put(metadata(id, state, TransactionEnd.ABORT, new Participants(all, all)));
            }
            case COMPLETE_COMMIT -> {
                partitionsOf(id, endOffsets.length).forEach(partition -> append(partition, marker(id, true)));
                put(new OffsetCommitted(GROUP, consumedBy(id), offset(id)));
                put(metadata(id, state, TransactionEnd.COMMIT, Participants.NONE));
            }
            case COMPLETE_ABORT -> {
                partitionsOf(id, endOffsets.length).forEach(partition -> append(partition, marker(id, false)));
                put(metadata(id, state, TransactionEnd.ABORT, Participants.NONE));
            }
            case DEAD -> throw new IllegalArgumentException("a dead id is not stored");
        }
    }

    private static RecordBatch data(int id) {
        BatchBuilder builder = new BatchBuilder();
        byte[] value = ByteBuffer.allocate(Integer.BYTES).putInt(id).array();
        builder.add(1, null, value, LogRecord.NO_HEADERS);
        return builder.seal(id, 0, 0);
    }

    private RecordBatch marker(int id, boolean commit) {
        return BatchBuilder.marker(id, 0, commit, COORDINATOR_EPOCH, nowMs);
    }

    private void append(int partition, RecordBatch batch) {
        batch.placeAt(endOffsets[partition], nowMs);
        endOffsets[partition]++;
        write.append(new PartitionKey(TOPIC_ID, TOPIC, partition), batch);
    }

    private void putPending(int id) {
        put(new ProducerUpdated(GROUP, new GroupProducer(id, 0, true, 1, Map.of(consumedBy(id), offset(id)), nowMs)));
    }

    private static WrittenOffset offset(int id) {
        return new WrittenOffset(new OffsetAndMetadata(id), id);
    }

    private IdUpdated metadata(int id, TransactionState state, TransactionEnd end, Participants participants) {
        EndedTransaction ended = end == null ? null : new EndedTransaction(0, end, EndedTransaction.Cause.OWNER);
        return new IdUpdated(new TransactionMetadata(
                "id-" + id,
                new ProducerIdentity(id, end == null ? 0 : 1),
                0,
                TIMEOUT.toMillis(),
                state,
                participants,
                ended,
                nowMs));
    }

    private void put(CoordinatorRecord record) {
        write.put(StateTable.TRANSACTIONS, record.key(), CoordinatorRecordCodec.encode(record));
    }

    private void put(GroupRecord record) {
        write.put(StateTable.GROUPS, record.key(), GroupRecordCodec.encode(record));
    }
}
