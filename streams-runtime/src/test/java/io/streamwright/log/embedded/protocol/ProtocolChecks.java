package io.streamwright.log.embedded.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.partition.OpenTransaction;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionRecord.ControlMarker;
import io.streamwright.log.embedded.partition.PartitionRecord.DataBatch;
import io.streamwright.log.embedded.partition.PartitionState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * What must hold of everything that is written, judged by the records alone.
 *
 * <p>Owner: one test.
 */
final class ProtocolChecks {
    private final Map<TransactionKey, TransactionEnd> decisions = new HashMap<>();
    private final Map<TransactionKey, Set<Participant>> toBeTold = new HashMap<>();
    private final Map<TransactionKey, Set<Participant>> told = new HashMap<>();
    private final Map<Long, TransactionMetadata> byProducer = new HashMap<>();
    private final Map<ProducerIdentity, Object> owners = new HashMap<>();
    private final Map<PartitionId, List<DataBatch>> data = new HashMap<>();
    private final Set<BatchName> batchesSeen = new HashSet<>();
    private final Map<PartitionId, Long> stableOffsets = new HashMap<>();
    private final Map<PartitionId, Integer> coordinatorEpochs = new HashMap<>();
    /** Per transaction and partition, how many records the client knows to be there; only if it went on to commit. */
    private final Map<TransactionKey, Map<PartitionId, Integer>> promised = new HashMap<>();

    private final List<OffsetWrite> offsetWrites = new ArrayList<>();

    private final Map<TransactionKey, Long> lastOffsets = new HashMap<>();
    private final Set<Long> offsetsOfTransactions = new HashSet<>();

    private record BatchName(PartitionId partition, ProducerIdentity producer, int baseSequence) {}

    /** An offset written to the group, by a transaction or not (null), in the order of writing. */
    private record OffsetWrite(TransactionKey transaction, long offset) {}

    // ---- coordinator

    void coordinatorWrote(CoordinatorRecord record) {
        if (record instanceof CoordinatorRecord.IdUpdated updated) {
            TransactionMetadata metadata = updated.metadata();
            long producerId = metadata.producer().producerId();
            EndedTransaction ended = metadata.ended();
            if (ended != null) {
                TransactionKey key = new TransactionKey(producerId, ended.dataEpoch());
                TransactionEnd first = decisions.putIfAbsent(key, ended.end());
                assertThat(first == null || first == ended.end())
                        .as("S1: one decision for %s", key)
                        .isTrue();
                if (metadata.state().isPrepared()) {
                    toBeTold.putIfAbsent(key, metadata.participants().all());
                }
                if (metadata.state() == TransactionState.COMPLETE_COMMIT
                        || metadata.state() == TransactionState.COMPLETE_ABORT) {
                    assertThat(told.getOrDefault(key, Set.of()))
                            .as("S8: complete only when everybody was told: %s", key)
                            .containsAll(toBeTold.getOrDefault(key, Set.of()));
                }
            }
            TransactionMetadata before = byProducer.get(producerId);
            if (metadata.state() == TransactionState.ONGOING
                    && (before == null || before.state() != TransactionState.ONGOING)) {
                checkOlderOnesAreComplete(metadata.producer());
            }
            byProducer.put(producerId, metadata);
        }
    }

    private void checkOlderOnesAreComplete(ProducerIdentity producer) {
        toBeTold.forEach((key, participants) -> {
            if (key.producerId() == producer.producerId()) {
                assertThat(told.getOrDefault(key, Set.of()))
                        .as("S9: %s begins only when %s is complete", producer, key)
                        .containsAll(participants);
            }
        });
    }

    // ---- partitions

    /** Checks a record against the partition that is about to take it. */
    void partitionWrites(PartitionState partition, PartitionRecord record) {
        if (record instanceof DataBatch batch) {
            checkData(partition, batch);
        } else if (record instanceof ControlMarker control) {
            checkMarker(partition, control.marker());
        }
    }

    private void checkData(PartitionState partition, DataBatch batch) {
        ProducerIdentity producer = batch.producer();
        TransactionKey key = producer.transaction();
        for (OpenTransaction open : partition.openTransactions()) {
            assertThat(open.transaction().producerId() != producer.producerId()
                            || open.transaction().equals(key))
                    .as("S5: %s joins %s", producer, open)
                    .isTrue();
        }
        boolean wasTold = told.getOrDefault(key, Set.of()).contains(partition.id());
        assertThat(wasTold).as("S6: %s writes after its end", producer).isFalse();
        TransactionMetadata metadata = byProducer.get(producer.producerId());
        boolean isListed = metadata.participants().all().contains(partition.id());
        boolean isOngoing = metadata.state() == TransactionState.ONGOING
                && metadata.producer().equals(producer);
        EndedTransaction ended = metadata.ended();
        boolean isPrepared = metadata.state().isPrepared() && ended != null && ended.dataEpoch() == producer.epoch();
        assertThat(isListed && (isOngoing || isPrepared))
                .as("S10: %s is listed before %s", partition.id(), batch)
                .isTrue();
        boolean isNew = batchesSeen.add(new BatchName(partition.id(), producer, batch.baseSequence()));
        assertThat(isNew).as("a batch is there once: %s", batch).isTrue();
        data.computeIfAbsent(partition.id(), id -> new ArrayList<>()).add(batch);
    }

    private void checkMarker(PartitionState partition, EndMarker marker) {
        assertThat(decisions.get(marker.transaction()))
                .as("S1: decided before told: %s", marker)
                .isEqualTo(marker.end());
        assertThat(told.computeIfAbsent(marker.transaction(), key -> new HashSet<>())
                        .add(partition.id()))
                .as("S3: no second marker: %s in %s", marker, partition.id())
                .isTrue();
        int before = coordinatorEpochs.getOrDefault(partition.id(), 0);
        assertThat(marker.coordinatorEpoch()).as("S7").isGreaterThanOrEqualTo(before);
        coordinatorEpochs.put(partition.id(), marker.coordinatorEpoch());
        for (OpenTransaction open : partition.openTransactions()) {
            assertThat(open.transaction().producerId() != marker.transaction().producerId()
                            || open.transaction().equals(marker.transaction()))
                    .as("S2: %s ends %s", marker, open)
                    .isTrue();
        }
    }

    /** Checks the partition that has taken a record. */
    void partitionWrote(PartitionState partition) {
        long stableOffset = partition.lastStableOffset();
        assertThat(stableOffset)
                .as("the last stable offset never moves back")
                .isGreaterThanOrEqualTo(stableOffsets.getOrDefault(partition.id(), 0L))
                .isLessThanOrEqualTo(partition.endOffset());
        for (OpenTransaction open : partition.openTransactions()) {
            assertThat(stableOffset).isLessThanOrEqualTo(open.firstOffset());
        }
        stableOffsets.put(partition.id(), stableOffset);
    }

    // ---- group

    void groupWrote(GroupRecord record) {
        if (record instanceof GroupRecord.ProducerUpdated updated) {
            GroupRecord.GroupProducer producer = updated.producer();
            if (producer.isOpen()) {
                groupAdded(producer);
            } else {
                groupEnded(new TransactionKey(producer.producerId(), producer.epoch() - 1));
            }
        } else if (record instanceof GroupRecord.OffsetCommitted committed && !isOfTransaction(committed)) {
            offsetWrites.add(
                    new OffsetWrite(null, committed.committed().offset().offset()));
        }
    }

    private void groupAdded(GroupRecord.GroupProducer producer) {
        TransactionKey key = new TransactionKey(producer.producerId(), producer.epoch());
        assertThat(told.getOrDefault(key, Set.of())).as("S6: %s", producer).doesNotContain(RandomLog.GROUP);
        assertThat(byProducer.get(producer.producerId()).participants().all())
                .as("S10: listed before %s", producer)
                .contains(RandomLog.GROUP);
        long offset = producer.pending().get(partitionZero()).offset().offset();
        long before = lastOffsets.getOrDefault(key, -1L);
        assertThat(offset)
                .as("a late copy does not set offsets of %s back", key)
                .isGreaterThan(before);
        lastOffsets.put(key, offset);
        offsetsOfTransactions.add(offset);
        offsetWrites.add(new OffsetWrite(key, offset));
    }

    private void groupEnded(TransactionKey transaction) {
        assertThat(decisions).as("S1: decided before told").containsKey(transaction);
        assertThat(told.computeIfAbsent(transaction, key -> new HashSet<>()).add(RandomLog.GROUP))
                .as("S3: no second end of %s", transaction)
                .isTrue();
    }

    /** Offsets are unique in this test, so whatever was pending before was written by a transaction. */
    private boolean isOfTransaction(GroupRecord.OffsetCommitted committed) {
        return offsetsOfTransactions.contains(committed.committed().offset().offset());
    }

    private static TopicPartition partitionZero() {
        return new TopicPartition("in", 0);
    }

    void groupAtRest(GroupState group) {
        long expected = -1;
        for (OffsetWrite write : offsetWrites) {
            boolean holds = write.transaction() == null || decisions.get(write.transaction()) == TransactionEnd.COMMIT;
            expected = holds ? write.offset() : expected;
        }
        long actual = group.committed().containsKey(partitionZero())
                ? group.committed().get(partitionZero()).offset()
                : -1;
        assertThat(actual).as("the offset written last holds").isEqualTo(expected);
    }

    // ---- clients

    /** A client was given an identity. */
    void identityGiven(ProducerIdentity identity, Object client) {
        Object before = owners.putIfAbsent(identity, client);
        assertThat(before == null || before == client)
                .as("S12: %s was given to somebody else", identity)
                .isTrue();
    }

    /** A client is about to ask for the commit of a transaction of which it knows so many records to be in each partition. */
    void commitRequested(TransactionKey key, Map<PartitionId, Integer> recordCounts) {
        promised.put(key, Map.copyOf(recordCounts));
    }

    /** A client was told that its transaction is decided. */
    void endAnswered(TransactionKey key, TransactionEnd end) {
        assertThat(decisions.get(key)).as("S11: %s", key).isEqualTo(end);
    }

    TransactionEnd decisionOf(TransactionKey key) {
        return decisions.get(key);
    }

    int committedTransactions() {
        return (int) promised.keySet().stream()
                .filter(key -> decisions.get(key) == TransactionEnd.COMMIT)
                .count();
    }

    /** Checks that a read-committed reader finds each committed transaction whole, in order, and nothing else. */
    void atRest(PartitionState partition) {
        assertThat(partition.openTransactions()).as("nothing hangs").isEmpty();
        assertThat(partition.lastStableOffset()).isEqualTo(partition.endOffset());
        Map<TransactionKey, List<DataBatch>> byTransaction = data.getOrDefault(partition.id(), List.of()).stream()
                .collect(Collectors.groupingBy(batch -> batch.producer().transaction()));
        byTransaction.forEach((key, batches) -> assertThat(partition.aborted().contains(key))
                .as("what readers skip is what was aborted: %s", key)
                .isEqualTo(decisions.get(key) == TransactionEnd.ABORT));
        promised.forEach((key, counts) -> {
            if (decisions.get(key) == TransactionEnd.COMMIT) {
                int expectedSequence = 0;
                for (DataBatch batch : byTransaction.getOrDefault(key, List.of())) {
                    assertThat(batch.baseSequence()).as("in order: %s", batch).isEqualTo(expectedSequence);
                    expectedSequence += batch.recordCount();
                }
                assertThat(expectedSequence)
                        .as("everything of %s is in %s", key, partition.id())
                        .isEqualTo(counts.getOrDefault(partition.id(), 0));
            }
        });
    }
}
