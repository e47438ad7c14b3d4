package io.streamwright.log.embedded.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.AcknowledgeOutcome;
import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.coordinator.CoordinatorLimits;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.CoordinatorRecordCodec;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.group.GroupRecord;
import io.streamwright.log.embedded.group.GroupRecordCodec;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.group.TxnOffsetOutcome;
import io.streamwright.log.embedded.group.TxnOffsets;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.partition.AppendRequest;
import io.streamwright.log.embedded.partition.PartitionRecord;
import io.streamwright.log.embedded.partition.PartitionSnapshot;
import io.streamwright.log.embedded.partition.PartitionSnapshotCodec;
import io.streamwright.log.embedded.partition.PartitionState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The simplest executor of the protocol, on maps instead of a disk, that may fail wherever a real one can.
 *
 * <p>A write is lost or durable as a whole; a restart builds every machine anew from what is durable and checks that it equals the
 * one that it replaces. A reply that is not there was lost. Markers and acknowledgements are messages that may be dropped, doubled
 * or late, unless the log settles transactions within the round that decides them.
 *
 * <p>Owner: one test.
 */
final class RandomLog {
    static final int PARTITIONS = 3;
    static final GroupId GROUP = new GroupId("app");
    private static final CoordinatorLimits LIMITS = CoordinatorLimits.DEFAULT;

    final Random random;
    final ProtocolChecks checks = new ProtocolChecks();
    private final boolean settlesAtOnce;
    private final Map<String, byte[]> coordinatorTable = new LinkedHashMap<>();
    private final Map<String, byte[]> groupTable = new LinkedHashMap<>();
    private final List<List<PartitionRecord>> batches = new ArrayList<>();
    private final List<byte[]> snapshots = new ArrayList<>();
    private final int[] batchesInSnapshot = new int[PARTITIONS];
    private final List<PartitionState> partitions = new ArrayList<>();
    /** What happens sooner or later on the network; some of it dies with the process, some does not. */
    private final List<Message> messages = new ArrayList<>();

    private TransactionCoordinator coordinator = new TransactionCoordinator(LIMITS);
    private GroupState group = new GroupState(GROUP);
    private int incarnation;
    double faults;
    long nowMs = 1_000_000;

    /** Something on its way; an incarnation of -1 outlives restarts. */
    private record Message(int incarnation, Runnable delivery) {}

    RandomLog(Random random, boolean settlesAtOnce, double faults) {
        this.random = random;
        this.settlesAtOnce = settlesAtOnce;
        for (int i = 0; i < PARTITIONS; i++) {
            batches.add(new ArrayList<>());
            snapshots.add(PartitionSnapshotCodec.encode(PartitionSnapshot.EMPTY));
            partitions.add(new PartitionState(partition(i), PartitionSnapshot.EMPTY));
        }
        restart();
        this.faults = faults;
    }

    static PartitionId partition(int index) {
        return new PartitionId(0, index);
    }

    // ---- requests; an empty reply was lost

    Optional<InitOutcome> init(InitRequest request) {
        return write(coordinator.decideInit(request, nowMs));
    }

    Optional<EndOutcome> end(ProducerIdentity producer, TransactionEnd end) {
        return write(coordinator.decideEnd(producer, end, nowMs));
    }

    /** How an append or an addition of offsets went: what the coordinator said against it, or what the participant said. */
    record Reply<O>(AddOutcome listing, Optional<O> outcome) {}

    Optional<Reply<AppendOutcome>> append(int index, ProducerIdentity producer, int sequence, int count) {
        if (partitions.get(index).isOpen(producer)) {
            return appendListed(index, new AppendRequest(producer, sequence, count, false));
        }
        Optional<AddOutcome> listing = write(coordinator.decideAdd(producer, Set.of(partition(index)), nowMs));
        if (listing.isEmpty() || !(listing.get() instanceof AddOutcome.Listed)) {
            return listing.map(refusal -> new Reply<>(refusal, Optional.empty()));
        }
        AppendRequest request = new AppendRequest(producer, sequence, count, true);
        if (happens()) { // the partition is slow: the batch is appended later, and nobody waits for the answer
            messages.add(new Message(incarnation, () -> appendListed(index, request)));
            return Optional.empty();
        }
        return appendListed(index, request);
    }

    private Optional<Reply<AppendOutcome>> appendListed(int index, AppendRequest request) {
        return write(index, partitions.get(index).decideAppend(request, nowMs))
                .map(outcome -> new Reply<>(new AddOutcome.Listed(), Optional.of(outcome)));
    }

    Optional<Reply<TxnOffsetOutcome>> addOffsets(ProducerIdentity producer, int sequence, long offset) {
        boolean isOpen = group.isOpen(producer);
        if (!isOpen) {
            Optional<AddOutcome> listing = write(coordinator.decideAdd(producer, Set.of(GROUP), nowMs));
            if (listing.isEmpty() || !(listing.get() instanceof AddOutcome.Listed)) {
                return listing.map(refusal -> new Reply<>(refusal, Optional.empty()));
            }
        }
        TxnOffsets request = new TxnOffsets(GroupMember.NONE, producer, sequence, offsets(offset), !isOpen);
        if (happens()) {
            messages.add(new Message(incarnation, () -> addListedOffsets(request)));
            return Optional.empty();
        }
        return addListedOffsets(request);
    }

    private Optional<Reply<TxnOffsetOutcome>> addListedOffsets(TxnOffsets request) {
        return writeGroup(group.decideTxnOffsets(request, nowMs))
                .map(outcome -> new Reply<>(new AddOutcome.Listed(), Optional.of(outcome)));
    }

    void commitPlainly(long offset) {
        writeGroup(group.decideCommit(GroupMember.NONE, offsets(offset)));
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(long offset) {
        return Map.of(new TopicPartition("in", 0), new OffsetAndMetadata(offset));
    }

    /** Lets a request arrive later, whatever happens to its sender and to this process. */
    void later(Runnable request) {
        messages.add(new Message(-1, request));
    }

    // ---- what happens by itself

    /** Does one thing that nobody asked for. */
    void step() {
        nowMs += random.nextInt(100);
        switch (random.nextInt(12)) {
            case 0 -> write(coordinator.decideTimeouts(nowMs));
            case 1 -> coordinator.undeliveredMarkers().forEach(this::send);
            case 2 -> snapshot(random.nextInt(PARTITIONS));
            case 3 -> {
                if (happens()) {
                    restart();
                }
            }
            default -> deliverOne();
        }
    }

    private void deliverOne() {
        if (messages.isEmpty()) {
            return;
        }
        int index = random.nextInt(messages.size());
        Message message = messages.get(index);
        if (!happens()) { // otherwise it arrives now and once more
            messages.remove(index);
        }
        if (message.incarnation() < 0 || message.incarnation() == incarnation) {
            message.delivery().run();
        }
    }

    private void send(WriteMarkers effect) {
        for (Participant participant : effect.participants()) {
            if (!happens()) {
                messages.add(new Message(incarnation, () -> deliver(effect.marker(), participant)));
            }
        }
    }

    private void deliver(EndMarker marker, Participant participant) {
        Optional<MarkerOutcome> outcome = mark(marker, participant);
        if (outcome.isEmpty() || !outcome.get().isAcknowledgement()) {
            outcome.ifPresent(refusal -> assertThat(refusal)
                    .as("only a marker of an earlier coordinator may be refused")
                    .isInstanceOf(MarkerOutcome.StaleCoordinator.class));
            return;
        }
        if (!happens()) {
            Runnable acknowledge =
                    () -> write(coordinator.decideAcknowledged(marker.transaction(), List.of(participant), nowMs));
            messages.add(new Message(incarnation, acknowledge));
        }
    }

    private Optional<MarkerOutcome> mark(EndMarker marker, Participant participant) {
        return participant.match(new Participant.Cases<Optional<MarkerOutcome>>() {
            @Override
            public Optional<MarkerOutcome> partition(PartitionId id) {
                PartitionState partition = partitions.get(id.partition());
                return write(id.partition(), partition.decideMarker(marker, nowMs));
            }

            @Override
            public Optional<MarkerOutcome> group(GroupId id) {
                return writeGroup(group.decideMarker(marker, nowMs));
            }
        });
    }

    // ---- writes

    private <O> Optional<O> write(Decision<CoordinatorRecord, O> decision) {
        if (isLost(decision)) {
            return Optional.empty();
        }
        for (CoordinatorRecord record : decision.records()) {
            coordinator.apply(record);
            store(coordinatorTable, record.key(), record.isTombstone(), CoordinatorRecordCodec.encode(record));
            checks.coordinatorWrote(record);
        }
        decision.effects().forEach(settlesAtOnce ? this::settle : this::send);
        return isReplyLost() ? Optional.empty() : Optional.of(decision.outcome());
    }

    /** Delivers markers and completes the transaction as part of the write that decided it. */
    private void settle(WriteMarkers effect) {
        double before = faults;
        faults = 0;
        effect.participants().forEach(participant -> mark(effect.marker(), participant));
        AcknowledgeOutcome outcome = write(
                        coordinator.decideAcknowledged(effect.marker().transaction(), effect.participants(), nowMs))
                .orElseThrow();
        faults = before;
        assertThat(outcome).isEqualTo(AcknowledgeOutcome.COMPLETED);
    }

    private <O> Optional<O> write(int index, Decision<PartitionRecord, O> decision) {
        if (isLost(decision)) {
            return Optional.empty();
        }
        for (PartitionRecord record : decision.records()) {
            checks.partitionWrites(partitions.get(index), record);
            partitions.get(index).apply(record);
            batches.get(index).add(record);
            checks.partitionWrote(partitions.get(index));
        }
        return isReplyLost() ? Optional.empty() : Optional.of(decision.outcome());
    }

    private <O> Optional<O> writeGroup(Decision<GroupRecord, O> decision) {
        if (isLost(decision)) {
            return Optional.empty();
        }
        for (GroupRecord record : decision.records()) {
            group.apply(record);
            store(groupTable, record.key(), record.isTombstone(), GroupRecordCodec.encode(record));
            checks.groupWrote(record);
        }
        return isReplyLost() ? Optional.empty() : Optional.of(decision.outcome());
    }

    /** Returns whether the process died before the write was durable, so that nothing of it remains. */
    private boolean isLost(Decision<?, ?> decision) {
        boolean lost = !decision.records().isEmpty() && happens() && happensHalfTheTime();
        if (lost) {
            restart();
        }
        return lost;
    }

    /** Returns whether the reply is lost, with or without the process that sends it. */
    private boolean isReplyLost() {
        boolean lost = happens();
        if (lost && happensHalfTheTime()) {
            restart();
        }
        return lost;
    }

    private static void store(Map<String, byte[]> table, String key, boolean isTombstone, byte[] value) {
        if (isTombstone) {
            table.remove(key);
        } else {
            table.put(key, value);
        }
    }

    private void snapshot(int index) {
        snapshots.set(index, PartitionSnapshotCodec.encode(partitions.get(index).snapshot()));
        batchesInSnapshot[index] = batches.get(index).size();
    }

    private boolean happens() {
        return random.nextDouble() < faults;
    }

    private boolean happensHalfTheTime() {
        return random.nextBoolean();
    }

    // ---- recovery

    /** Builds every machine anew from what is durable. */
    private void restart() {
        incarnation++;
        TransactionCoordinator recovered = new TransactionCoordinator(LIMITS);
        coordinatorTable.values().forEach(bytes -> recovered.apply(CoordinatorRecordCodec.decode(bytes)));
        assertThat(List.copyOf(recovered.all())).isEqualTo(List.copyOf(coordinator.all()));
        assertThat(recovered.nextProducerId()).isEqualTo(coordinator.nextProducerId());
        assertThat(recovered.coordinatorEpoch()).isEqualTo(coordinator.coordinatorEpoch());
        coordinator = recovered;
        recoverGroup();
        IntStream.range(0, PARTITIONS).forEach(this::recoverPartition);
        double before = faults;
        faults = 0;
        write(coordinator.decideStart());
        faults = before;
    }

    private void recoverGroup() {
        GroupState recovered = new GroupState(GROUP);
        groupTable.values().forEach(bytes -> recovered.apply(GroupRecordCodec.decode(bytes)));
        assertThat(recovered.producers()).isEqualTo(group.producers());
        assertThat(recovered.committed()).isEqualTo(group.committed());
        assertThat(recovered.coordinatorEpoch()).isEqualTo(group.coordinatorEpoch());
        group = recovered;
    }

    private void recoverPartition(int index) {
        PartitionState recovered =
                new PartitionState(partition(index), PartitionSnapshotCodec.decode(snapshots.get(index)));
        List<PartitionRecord> written = batches.get(index);
        written.subList(batchesInSnapshot[index], written.size()).forEach(recovered::apply);
        assertThat(recovered.snapshot()).isEqualTo(partitions.get(index).snapshot());
        partitions.set(index, recovered);
    }

    // ---- the end

    /** Without faults, brings every transaction to its end; returns after how many rounds. */
    int settleEverything(int maxRounds) {
        faults = 0;
        for (int round = 1; round <= maxRounds; round++) {
            nowMs += LIMITS.maxTransactionTimeoutMs();
            List<Message> due = List.copyOf(messages);
            messages.clear();
            due.stream()
                    .filter(message -> message.incarnation() < 0 || message.incarnation() == incarnation)
                    .forEach(message -> message.delivery().run());
            write(coordinator.decideTimeouts(nowMs));
            coordinator.undeliveredMarkers().forEach(this::send);
            boolean atRest = messages.isEmpty()
                    && coordinator.nextDeadlineMs().isEmpty()
                    && coordinator.undeliveredMarkers().isEmpty();
            if (atRest) {
                return round;
            }
        }
        throw new AssertionError("not at rest after " + maxRounds + " rounds without faults: " + coordinator.all());
    }

    void checkEverythingAtRest() {
        partitions.forEach(checks::atRest);
        assertThat(group.producers()).noneMatch(GroupRecord.GroupProducer::isOpen);
        checks.groupAtRest(group);
    }
}
