package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.group.TxnOffsets;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a client: some inputs, their copies, and the offset behind the inputs; several requests are under way at once.
 *
 * <p>Owner: one simulation.
 */
final class ClientTransaction {
    private static final int IN_FLIGHT = 3;

    private final World world;
    private final TaskClient client;
    private final ProducerIdentity producer;
    private final GroupMember member;
    private final long startPosition;
    private final long endPosition;
    private final Deque<Operation> waiting = new ArrayDeque<>();
    private int inFlight;
    private boolean ending;

    /** Copies for a partition, or the offset if there is none. */
    private record Operation(Participation.@Nullable Append append) {}

    ClientTransaction(
            World world, TaskClient client, ProducerIdentity producer, GroupMember member, long startPosition) {
        this.world = world;
        this.client = client;
        this.producer = producer;
        this.member = member;
        this.startPosition = startPosition;
        this.endPosition = startPosition + world.time().between(0, 4);
    }

    ProducerIdentity producer() {
        return producer;
    }

    long endPosition() {
        return endPosition;
    }

    // ---- writing

    void start() {
        Map<PartitionId, Integer> sequences = new LinkedHashMap<>();
        for (long input = startPosition; input < endPosition; input++) {
            long value = client.task().valueOf(input);
            client.task().targets(input).forEach(target -> plan(target, value, sequences));
        }
        if (endPosition > startPosition && world.time().happens(0.3)) {
            plan(Layout.DELETABLE, -1, sequences);
        }
        if (endPosition > startPosition || world.time().happens(0.5)) {
            waiting.add(new Operation(null));
        }
        sendMore();
    }

    private void plan(PartitionId target, long value, Map<PartitionId, Integer> sequences) {
        if (!world.directory().isDeleted(target)) {
            int sequence = sequences.merge(target, 1, Integer::sum) - 1;
            waiting.add(new Operation(new Participation.Append(target, producer, sequence, List.of(value))));
        }
    }

    private void sendMore() {
        while (inFlight < IN_FLIGHT && !waiting.isEmpty()) {
            inFlight++;
            send(waiting.remove());
        }
        if (inFlight == 0 && waiting.isEmpty() && !ending) {
            end(world.time().happens(0.15) ? TransactionEnd.ABORT : TransactionEnd.COMMIT);
        }
    }

    private void send(Operation operation) {
        Participation.Append append = operation.append;
        if (append == null) {
            sendOffset(operation);
            return;
        }
        world.calls()
                .<Answer>call(
                        client,
                        new Mail(Mail.Subject.APPEND, false, world.layout().shardOf(append.partition())),
                        () -> "" + append,
                        (leader, reply) -> leader.participation().append(append, reply),
                        answer -> client.inTransaction(this, () -> answered(operation, answer)));
    }

    private void sendOffset(Operation operation) {
        TxnOffsets request = new TxnOffsets(
                member, producer, 0, Map.of(client.task().source(), new OffsetAndMetadata(endPosition)), false);
        world.calls()
                .<Answer>call(
                        client,
                        new Mail(
                                Mail.Subject.OFFSETS,
                                false,
                                world.layout().shardOf(client.task().group())),
                        () -> "" + request,
                        (leader, reply) ->
                                leader.participation().addOffsets(client.task().group(), request, reply),
                        answer -> client.inTransaction(this, () -> answered(operation, answer)));
    }

    private void answered(Operation operation, Optional<Answer> answer) {
        if (ending) {
            return;
        }
        if (answer.isEmpty()) {
            again(operation);
            return;
        }
        ErrorCategory category = answer.get().category();
        if (category == null) {
            client.succeeded();
            inFlight--;
            client.later(0, 15, () -> client.inTransaction(this, this::sendMore));
            return;
        }
        switch (category) {
            case PRODUCER_RETRIABLE -> again(operation);
            case PRODUCER_REFRESH_RETRIABLE -> refresh(operation);
            case ABORTABLE -> end(TransactionEnd.ABORT);
            case APPLICATION_RECOVERABLE -> client.giveUp();
            case INVALID_CONFIGURATION -> throw new AssertionError("not a matter of configuration: " + answer.get());
        }
    }

    private void again(Operation operation) {
        client.again(() -> client.inTransaction(this, () -> {
            if (!ending) {
                send(operation);
            }
        }));
    }

    /** Looks the partition up anew; if it does not exist any more, the transaction begins again without it. */
    private void refresh(Operation operation) {
        Participation.Append append = operation.append;
        if (append != null && world.directory().isDeleted(append.partition())) {
            end(TransactionEnd.ABORT);
        } else {
            again(operation);
        }
    }

    // ---- ending

    private void end(TransactionEnd end) {
        if (!ending) {
            ending = true;
            client.end(this, end);
        }
    }
}
