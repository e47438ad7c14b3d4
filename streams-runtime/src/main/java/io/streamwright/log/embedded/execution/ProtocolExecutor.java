package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.batch.BatchBuilder;
import io.streamwright.log.embedded.batch.RecordBatch;
import io.streamwright.log.embedded.coordinator.AcknowledgeOutcome;
import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.CoordinatorRecordCodec;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.group.GroupRecordCodec;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.group.TxnOffsetOutcome;
import io.streamwright.log.embedded.group.TxnOffsets;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import io.streamwright.log.embedded.read.PublishedTopics;
import io.streamwright.log.embedded.storage.StateTable;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies decisions to the state machines, adds their records to the round, and delivers markers.
 *
 * <p>All participants are on this log, so a transaction that is decided is completed before the next request is looked at: no request
 * ever meets a decided transaction that is not complete, unless a failed write left one, which recovery completes.
 *
 * <p>Owner: the log's loop, for one round.
 */
public final class ProtocolExecutor {
    private final LogState state;
    private final LogRound round;
    private final PublishedTopics topics;
    private final Set<String> members;
    private final WriteSteps steps;
    private final FaultPoints faults;
    private final long nowMs;

    /**
     * Makes an executor for one round.
     *
     * @param members ids of the group members that live in this process; outlives the state, which recovery builds anew
     */
    ProtocolExecutor(
            LogState state,
            LogRound round,
            PublishedTopics topics,
            Set<String> members,
            WriteSteps steps,
            FaultPoints faults,
            long nowMs) {
        this.state = state;
        this.round = round;
        this.topics = topics;
        this.members = members;
        this.steps = steps;
        this.faults = faults;
        this.nowMs = nowMs;
    }

    LogState state() {
        return state;
    }

    LogRound round() {
        return round;
    }

    PublishedTopics topics() {
        return topics;
    }

    Set<String> members() {
        return members;
    }

    long nowMs() {
        return nowMs;
    }

    /** Takes over what is stored, delivers again what may not have arrived, and returns the coordinator epoch. */
    int start() {
        Decision<CoordinatorRecord, Integer> decision = state.coordinator().decideStart();
        decision.records().forEach(this::apply);
        writeStep();
        faults.reached(FaultPoint.AFTER_START);
        decision.effects().forEach(this::deliver);
        return decision.outcome();
    }

    /** Carries out a decision of the coordinator, with everything that follows from it, and returns its outcome. */
    <O> O coordinate(Decision<CoordinatorRecord, O> decision) {
        if (decision.effects().isEmpty()) {
            decision.records().forEach(this::apply);
            return decision.outcome();
        }
        faults.reached(FaultPoint.BEFORE_PREPARE);
        decision.records().forEach(this::apply);
        faults.reached(FaultPoint.PREPARE_DECIDED);
        writeStep();
        faults.reached(FaultPoint.AFTER_PREPARE);
        decision.effects().forEach(this::deliver);
        return decision.outcome();
    }

    private void apply(CoordinatorRecord record) {
        state.coordinator().apply(record);
        if (record.isTombstone()) {
            round.write().remove(StateTable.TRANSACTIONS, record.key());
        } else {
            round.write().put(StateTable.TRANSACTIONS, record.key(), CoordinatorRecordCodec.encode(record));
        }
    }

    private void deliver(WriteMarkers markers) {
        int untold = markers.participants().size();
        for (Participant participant : markers.participants()) {
            tell(participant, markers.marker());
            faults.reached(FaultPoint.MARKER_DECIDED);
            writeStep();
            untold--;
            if (untold > 0) {
                faults.reached(FaultPoint.BETWEEN_MARKERS);
            }
        }
        faults.reached(FaultPoint.BEFORE_COMPLETE);
        if (steps == WriteSteps.ONE_BY_ONE) {
            markers.participants().forEach(participant -> acknowledge(markers.marker(), List.of(participant)));
        } else {
            acknowledge(markers.marker(), markers.participants());
        }
        faults.reached(FaultPoint.AFTER_COMPLETE);
    }

    private void tell(Participant participant, EndMarker marker) {
        MarkerOutcome outcome = participant.match(new Participant.Cases<MarkerOutcome>() {
            @Override
            public MarkerOutcome partition(PartitionId id) {
                HostedPartition partition = state.partition(id);
                return change(partition, partition.state().decideMarker(marker, nowMs), null);
            }

            @Override
            public MarkerOutcome group(GroupId id) {
                GroupState group = state.group(id.name());
                return change(group, group.decideMarker(marker, nowMs));
            }
        });
        if (!outcome.isAcknowledgement()) {
            throw new IllegalStateException(
                    participant + " refused " + marker + " of the only coordinator there is: " + outcome);
        }
    }

    private void acknowledge(EndMarker marker, List<Participant> participants) {
        AcknowledgeOutcome outcome =
                coordinate(state.coordinator().decideAcknowledged(marker.transaction(), participants, nowMs));
        if (outcome == AcknowledgeOutcome.STEP_DOWN) {
            throw new IllegalStateException("the only coordinator there is was told of another: " + marker);
        }
        if (outcome == AcknowledgeOutcome.COMPLETED) {
            faults.reached(FaultPoint.COMPLETE_DECIDED);
        }
        writeStep();
        if (outcome == AcknowledgeOutcome.PENDING) {
            faults.reached(FaultPoint.BETWEEN_ACKNOWLEDGEMENTS);
        }
    }

    /** Ends a step of a transaction's end, each of which must be durable before the next if they are not written together. */
    private void writeStep() {
        round.requireSync();
        storeStep();
    }

    /** Ends a step that must be stored before the next, as a network would have it, if they are not written together. */
    private void storeStep() {
        if (steps == WriteSteps.ONE_BY_ONE) {
            round.flush();
        }
    }

    /** Has a participant listed in the transaction whose data carries this identity, before the first of that data. */
    AddOutcome list(ProducerIdentity producer, Participant participant) {
        Decision<CoordinatorRecord, AddOutcome> decision =
                state.coordinator().decideAdd(producer, Set.of(participant), nowMs);
        coordinate(decision);
        if (!decision.records().isEmpty()) {
            storeStep();
            faults.reached(FaultPoint.AFTER_LISTING);
        }
        return decision.outcome();
    }

    /** Appends a batch to a partition, or says why not. */
    AppendOutcome append(HostedPartition partition, AppendRequest request, RecordBatch batch) {
        AppendOutcome outcome = change(partition, partition.state().decideAppend(request, nowMs), batch);
        storeStep();
        return outcome;
    }

    /** Adds offsets to a group, which hold when their transaction is committed, or says why not. */
    TxnOffsetOutcome addOffsets(GroupState group, TxnOffsets request) {
        Decision<GroupRecord, TxnOffsetOutcome> decision = group.decideTxnOffsets(request, nowMs);
        change(group, decision);
        if (!decision.records().isEmpty()) {
            storeStep();
            faults.reached(FaultPoint.AFTER_OFFSETS);
        }
        return decision.outcome();
    }

    /**
     * Carries out a decision of a partition and returns its outcome.
     *
     * @param data the batch that was decided about; null if it was something else
     */
    <O> O change(HostedPartition partition, Decision<PartitionRecord, O> decision, @Nullable RecordBatch data) {
        for (PartitionRecord record : decision.records()) {
            partition.state().apply(record);
            RecordBatch batch = batchOf(record, data);
            if (batch == null) {
                round.snapshot(partition);
            } else {
                round.append(partition, batch);
            }
        }
        return decision.outcome();
    }

    private static @Nullable RecordBatch batchOf(PartitionRecord record, @Nullable RecordBatch data) {
        return record.match(new PartitionRecord.Cases<@Nullable RecordBatch>() {
            @Override
            public @Nullable RecordBatch dataBatch(PartitionRecord.DataBatch header) {
                if (data == null) {
                    throw new IllegalStateException("a header without its batch: " + header);
                }
                data.placeAt(header.baseOffset(), header.appendedAtMs());
                return data;
            }

            @Override
            public @Nullable RecordBatch controlMarker(PartitionRecord.ControlMarker control) {
                EndMarker marker = control.marker();
                RecordBatch batch = BatchBuilder.marker(
                        marker.transaction().producerId(),
                        marker.transaction().dataEpoch(),
                        marker.isCommit(),
                        marker.coordinatorEpoch(),
                        control.appendedAtMs());
                batch.placeAt(control.offset(), control.appendedAtMs());
                return batch;
            }

            @Override
            public @Nullable RecordBatch startOffsetRaised(PartitionRecord.StartOffsetRaised raised) {
                return null;
            }

            @Override
            public @Nullable RecordBatch producersExpired(PartitionRecord.ProducersExpired expired) {
                return null;
            }
        });
    }

    /** Carries out a decision of a group and returns its outcome. */
    <O> O change(GroupState group, Decision<GroupRecord, O> decision) {
        for (GroupRecord record : decision.records()) {
            group.apply(record);
            if (record.isTombstone()) {
                round.write().remove(StateTable.GROUPS, record.key());
            } else {
                round.write().put(StateTable.GROUPS, record.key(), GroupRecordCodec.encode(record));
            }
        }
        return decision.outcome();
    }
}
