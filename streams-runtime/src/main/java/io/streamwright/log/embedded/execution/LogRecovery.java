package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.coordinator.CoordinatorLimits;
import io.streamwright.log.embedded.coordinator.CoordinatorRecordCodec;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.group.GroupRecordCodec;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionSnapshot;
import io.streamwright.log.embedded.partition.PartitionSnapshotCodec;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import io.streamwright.log.embedded.read.PartitionView;
import io.streamwright.log.embedded.read.PublishedTopics;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.log.embedded.storage.PartitionKey;
import io.streamwright.log.embedded.storage.StateTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Builds the state of the log from what is stored, and publishes it.
 *
 * <p>Owner: the log's loop. It runs when the log is opened and after every failed write, so nothing may depend on the order in which
 * the tables were written.
 */
final class LogRecovery {
    private final LogStorage storage;
    private final PublishedTopics topics;
    private final Map<String, byte[]> snapshots = new HashMap<>();

    private LogRecovery(LogStorage storage, PublishedTopics topics) {
        this.storage = storage;
        this.topics = topics;
    }

    /**
     * Returns the state as storage says it is.
     *
     * @throws org.apache.kafka.common.KafkaException if storage cannot be read
     * @throws IllegalStateException if what it holds contradicts itself
     */
    static LogState recover(LogStorage storage, PublishedTopics topics, CoordinatorLimits limits) {
        LogState state = new LogState(limits);
        LogRecovery recovery = new LogRecovery(storage, topics);
        storage.forEach(
                StateTable.TRANSACTIONS,
                (key, value) -> state.coordinator().apply(CoordinatorRecordCodec.decode(value)));
        storage.forEach(StateTable.GROUPS, (key, value) -> {
            GroupRecord record = GroupRecordCodec.decode(value);
            state.group(record.groupId()).apply(record);
        });
        storage.forEach(StateTable.PARTITIONS, recovery.snapshots::put);
        storage.forEach(StateTable.TOPICS, (name, value) -> recovery.host(StoredTopic.decode(value), state));
        return state;
    }

    private void host(StoredTopic topic, LogState state) {
        List<PartitionView> views = new ArrayList<>();
        for (int number = 0; number < topic.spec().partitions(); number++) {
            PartitionKey key = new PartitionKey(topic.id(), topic.spec().name(), number);
            PartitionState recovered = new PartitionState(new PartitionId(topic.id(), number), snapshotOf(key));
            PartitionView view =
                    viewOf(key).orElseGet(() -> new PartitionView(key, HostedPartition.visible(recovered)));
            HostedPartition partition = new HostedPartition(recovered, view);
            storage.readBatches(key, recovered.endOffset(), batch -> {
                recovered.apply(recordOf(batch));
                partition.count(batch);
                return true;
            });
            partition.publish();
            state.add(partition);
            views.add(view);
        }
        topics.add(topic.spec(), views);
    }

    private PartitionSnapshot snapshotOf(PartitionKey key) {
        byte[] snapshot = snapshots.get(snapshotKey(key));
        return snapshot == null ? PartitionSnapshot.EMPTY : PartitionSnapshotCodec.decode(snapshot);
    }

    /** Returns under which key of its table a partition's snapshot is stored. */
    static String snapshotKey(PartitionKey key) {
        return key.topicId() + "-" + key.partition();
    }

    /** Readers and writers hold on to views, so those that exist stay. */
    private Optional<PartitionView> viewOf(PartitionKey key) {
        return topics.describe(key.topic()).map(spec -> topics.view(new TopicPartition(key.topic(), key.partition())));
    }

    private static PartitionRecord recordOf(RecordBatch batch) {
        ProducerIdentity producer = new ProducerIdentity(batch.producerId(), batch.epoch());
        if (!batch.isControl()) {
            return new PartitionRecord.DataBatch(
                    batch.baseOffset(), batch.count(), producer, batch.baseSequence(), batch.appendedAtMs());
        }
        EndMarker marker = new EndMarker(
                new TransactionKey(batch.producerId(), batch.epoch()),
                batch.isCommit() ? TransactionEnd.COMMIT : TransactionEnd.ABORT,
                batch.coordinatorEpoch());
        return new PartitionRecord.ControlMarker(batch.baseOffset(), marker, batch.appendedAtMs());
    }
}
