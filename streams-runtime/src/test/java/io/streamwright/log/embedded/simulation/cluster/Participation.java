package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.errors.TransactionApi;
import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.execution.OutcomeExceptions;
import io.streamwright.log.embedded.execution.WriterTransaction;
import io.streamwright.log.embedded.group.CommitOutcome;
import io.streamwright.log.embedded.group.FetchOutcome;
import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.group.JoinOutcome;
import io.streamwright.log.embedded.group.TxnOffsetOutcome;
import io.streamwright.log.embedded.group.TxnOffsets;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfGroup;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.OfPartition;
import io.streamwright.log.embedded.simulation.cluster.StoredRecord.SnapshotOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Partitions and groups at work in the leader of their shard: carries out what they decide, and asks the coordinator to list them
 * before a transaction begins here.
 *
 * <p>Owner: one simulation.
 */
final class Participation {
    private final World world;
    private final ShardLeader leader;
    private long timesForgotten;

    Participation(World world, ShardLeader leader) {
        this.world = world;
        this.leader = leader;
    }

    /** The answer of a participant and what it writes down. */
    record Marked(List<StoredRecord> records, MarkerOutcome outcome) {}

    /**
     * Records that a producer wants to append.
     *
     * @param sequence the producer's number for the first, counted from 0 in each transaction and partition
     */
    record Append(PartitionId partition, ProducerIdentity producer, int sequence, List<Long> values) {
        Append {
            values = List.copyOf(values);
        }
    }

    void start() {
        leader.every(500, 2_000, this::housekeep);
    }

    private PartitionState partition(PartitionId id) {
        return leader.machines().partition(id);
    }

    private GroupState group(GroupId id) {
        return leader.machines().group(id);
    }

    private long nowMs() {
        return leader.node().nowMs();
    }

    // ---- markers

    void mark(EndMarker marker, Participant participant, Consumer<MarkerOutcome> reply) {
        if (world.directory().isDeleted(participant)) {
            return; // that it is gone is for the directory to say
        }
        Marked marked = mark(marker, participant);
        leader.write(marked.records(), () -> reply.accept(marked.outcome()));
    }

    Marked mark(EndMarker marker, Participant participant) {
        return participant.match(new Participant.Cases<Marked>() {
            @Override
            public Marked partition(PartitionId id) {
                PartitionState state = Participation.this.partition(id);
                Decision<PartitionRecord, MarkerOutcome> decision =
                        world.protocol().mark(state, marker, nowMs());
                world.checks().markerDecided(marker, state, decision);
                return new Marked(apply(id, decision, List.of()), decision.outcome());
            }

            @Override
            public Marked group(GroupId id) {
                Decision<GroupRecord, MarkerOutcome> decision =
                        Participation.this.group(id).decideMarker(marker, nowMs());
                return new Marked(apply(id, decision), decision.outcome());
            }
        });
    }

    // ---- data

    void append(Append append, Consumer<Answer> reply) {
        if (world.directory().isDeleted(append.partition())) {
            UnknownTopicOrPartitionException gone =
                    new UnknownTopicOrPartitionException(append.partition() + " does not exist");
            leader.write(List.of(), () -> reply.accept(Answer.of(gone, TransactionApi.PRODUCER)));
            return;
        }
        boolean isOpen = partition(append.partition()).isOpen(append.producer());
        if (isOpen || !world.protocol().asksBeforeFirstBatch()) {
            append(append, !isOpen, reply);
            return;
        }
        whenListed(append.producer(), append.partition(), outcome -> {
            WriterTransaction transaction = transaction(append.producer());
            if (outcome instanceof AddOutcome.Listed) {
                append(append, true, reply);
            } else {
                leader.write(
                        List.of(),
                        () -> reply.accept(Answer.of(
                                OutcomeExceptions.ofFirstBatch(outcome, transaction), TransactionApi.PRODUCER)));
            }
        });
    }

    private void append(Append append, boolean listed, Consumer<Answer> reply) {
        AppendRequest request = new AppendRequest(
                append.producer(), append.sequence(), append.values().size(), listed);
        Decision<PartitionRecord, AppendOutcome> decision =
                world.protocol().append(partition(append.partition()), request, nowMs());
        if (decision.outcome() instanceof AppendOutcome.NotListed) {
            return; // its transaction ended or was forgotten meanwhile: the client asks again
        }
        world.checks().appendDecided(request, decision);
        List<StoredRecord> records = apply(append.partition(), decision, append.values());
        TopicPartition name = new TopicPartition("topic", append.partition().partition());
        leader.write(
                records,
                () -> reply.accept(Answer.of(
                        OutcomeExceptions.of(decision.outcome(), transaction(append.producer()), name),
                        TransactionApi.PRODUCER)));
    }

    private static WriterTransaction transaction(ProducerIdentity producer) {
        return new WriterTransaction("simulated", producer);
    }

    /** An answer from before producers were forgotten here is not used: what it says may have ended and been forgotten since. */
    private void whenListed(ProducerIdentity producer, Participant participant, Consumer<AddOutcome> then) {
        long askedAfter = timesForgotten;
        world.calls()
                .<AddOutcome>call(
                        leader.node(),
                        new Mail(Mail.Subject.ADD, false, Layout.COORDINATOR_SHARD),
                        () -> "add " + participant + " to " + producer,
                        (other, reply) -> other.coordination().add(producer, participant, reply),
                        answer -> {
                            boolean isTooOld = timesForgotten != askedAfter
                                    && world.protocol().dropsAnswersFromBeforeExpiry();
                            if (leader.isActive() && !isTooOld) {
                                answer.ifPresent(then); // otherwise the client gets no answer either
                            }
                        });
    }

    // ---- offsets

    void addOffsets(GroupId group, TxnOffsets request, Consumer<Answer> reply) {
        boolean isOpen = group(group).isOpen(request.producer());
        if (isOpen || !world.protocol().asksBeforeFirstBatch()) {
            addOffsets(group, request, !isOpen, reply);
            return;
        }
        whenListed(request.producer(), group, outcome -> {
            if (outcome instanceof AddOutcome.Listed) {
                addOffsets(group, request, true, reply);
            } else {
                leader.write(
                        List.of(),
                        () -> reply.accept(Answer.of(
                                OutcomeExceptions.of(outcome, transaction(request.producer())),
                                TransactionApi.TRANSACTION)));
            }
        });
    }

    private void addOffsets(GroupId group, TxnOffsets asked, boolean listed, Consumer<Answer> reply) {
        TxnOffsets request =
                new TxnOffsets(asked.member(), asked.producer(), asked.sequence(), asked.offsets(), listed);
        Decision<GroupRecord, TxnOffsetOutcome> decision = group(group).decideTxnOffsets(request, nowMs());
        if (decision.outcome() instanceof TxnOffsetOutcome.NotListed) {
            return; // its transaction ended or was forgotten meanwhile: the client asks again
        }
        List<StoredRecord> records = apply(group, decision);
        leader.write(
                records,
                () -> reply.accept(Answer.of(
                        OutcomeExceptions.of(decision.outcome(), transaction(asked.producer()), group.name()),
                        TransactionApi.TRANSACTION)));
    }

    void commit(
            GroupId group,
            GroupMember member,
            Map<TopicPartition, OffsetAndMetadata> offsets,
            Consumer<CommitOutcome> reply) {
        Decision<GroupRecord, CommitOutcome> decision = group(group).decideCommit(member, offsets);
        leader.write(apply(group, decision), () -> reply.accept(decision.outcome()));
    }

    void fetch(GroupId group, TopicPartition partition, Consumer<FetchOutcome> reply) {
        FetchOutcome outcome = group(group).fetch(Set.of(partition));
        leader.write(List.of(), () -> reply.accept(outcome));
    }

    void join(GroupId group, String memberId, Consumer<JoinOutcome> reply) {
        Decision<GroupRecord, JoinOutcome> decision = group(group).decideJoin(memberId);
        leader.write(apply(group, decision), () -> reply.accept(decision.outcome()));
    }

    void leave(GroupId group, String memberId, Consumer<Boolean> reply) {
        Decision<GroupRecord, Boolean> decision = group(group).decideLeave(memberId);
        leader.write(apply(group, decision), () -> reply.accept(decision.outcome()));
    }

    // ---- what falls due by itself

    private void housekeep() {
        for (PartitionId id : List.copyOf(leader.machines().partitions().keySet())) {
            if (world.directory().isDeleted(id)) {
                leader.machines().remove(id);
                continue;
            }
            Decision<PartitionRecord, Integer> decision =
                    partition(id).decideExpireProducers(nowMs(), Machines.PRODUCER_EXPIRY_MS);
            List<StoredRecord> records = new ArrayList<>(apply(id, decision, List.of()));
            timesForgotten += decision.outcome();
            if (records.isEmpty() && world.time().happens(0.2)) {
                records.add(new SnapshotOf(id, partition(id).snapshot()));
            }
            leader.write(records, () -> {});
        }
        leader.machines().groups().forEach((id, group) -> {
            Decision<GroupRecord, Integer> decision = group.decideExpireProducers(nowMs(), Machines.PRODUCER_EXPIRY_MS);
            timesForgotten += decision.outcome();
            leader.write(apply(id, decision), () -> {});
        });
    }

    // ---- carrying out

    private List<StoredRecord> apply(PartitionId id, Decision<PartitionRecord, ?> decision, List<Long> values) {
        List<StoredRecord> records = new ArrayList<>();
        for (PartitionRecord record : decision.records()) {
            StoredRecord stored = new OfPartition(id, record, values);
            leader.machines().apply(stored);
            records.add(stored);
            if (!record.isBatch()) {
                records.add(new SnapshotOf(id, partition(id).snapshot()));
            }
        }
        return records;
    }

    private List<StoredRecord> apply(GroupId id, Decision<GroupRecord, ?> decision) {
        List<StoredRecord> records = decision.records().stream()
                .<StoredRecord>map(record -> new OfGroup(id, record))
                .toList();
        records.forEach(leader.machines()::apply);
        return records;
    }
}
