package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.execution.OutcomeExceptions;
import io.streamwright.log.embedded.execution.WriterTransaction;
import io.streamwright.log.embedded.group.CommitOutcome;
import io.streamwright.log.embedded.group.FetchOutcome;
import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.group.JoinOutcome;
import io.streamwright.log.embedded.group.TxnOffsets;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A client that does what a scenario tells it to, one request at a time, and repeats nothing by itself but where it says so.
 *
 * <p>Owner: one test.
 */
public final class Actor extends Endpoint {
    public static final TopicPartition SOURCE = new TopicPartition("in", 0);
    private static final int TIMEOUT_MS = 5_000;
    private static final int PAUSE_MS = 100;
    private static final int MAX_TRIES = 100;

    private final Scenario scenario;
    private final World world;
    private final String transactionalId;
    private final Map<PartitionId, Integer> sequences = new HashMap<>();
    private int offsetSequence;
    private GroupMember member = GroupMember.NONE;
    private @Nullable ProducerIdentity identity;

    Actor(String name, Scenario scenario, World world, String transactionalId) {
        super(name);
        this.scenario = scenario;
        this.world = world;
        this.transactionalId = transactionalId;
    }

    /** Returns the identity under which it writes now. */
    public ProducerIdentity identity() {
        ProducerIdentity present = identity;
        if (present == null) {
            throw new AssertionError(name() + " has not opened " + transactionalId);
        }
        return present;
    }

    // ---- opening

    /** Takes the transactional id over, however long that takes. */
    public Actor open() {
        return open(null);
    }

    /** Opens the transactional id as whoever it was before, however long that takes. */
    public Actor openAgain() {
        return open(identity());
    }

    private Actor open(@Nullable ProducerIdentity known) {
        for (int i = 0; i < MAX_TRIES; i++) {
            Optional<InitOutcome> answer = tryToOpen(known);
            if (answer.isPresent() && answer.get() instanceof InitOutcome.Opened) {
                return this;
            }
            scenario.pass(PAUSE_MS);
        }
        throw new AssertionError(name() + " cannot open " + transactionalId + " in " + MAX_TRIES + " tries");
    }

    /** Asks once for the transactional id; an empty answer was lost. */
    public Optional<InitOutcome> tryToOpen(@Nullable ProducerIdentity known) {
        InitRequest request = new InitRequest(transactionalId, TIMEOUT_MS, known);
        Optional<InitOutcome> answer = ask(
                new Mail(Mail.Subject.INIT, false, Layout.COORDINATOR_SHARD),
                request,
                (leader, reply) -> leader.coordination().init(request, reply));
        if (answer.isPresent() && answer.get() instanceof InitOutcome.Opened opened) {
            become(opened.producer());
        }
        return answer;
    }

    private void become(ProducerIdentity next) {
        world.checks().identityGiven(next, name());
        identity = next;
        sequences.clear();
        offsetSequence = 0;
    }

    // ---- writing

    /** Appends values and returns the category of what was said against it; empty for a success, or if the answer was lost. */
    public Optional<ErrorCategory> write(PartitionId partition, long... values) {
        return said(ask(mail(Mail.Subject.APPEND, partition), "append", appending(next(partition, values))));
    }

    /** Appends values that must be taken. */
    public Actor writes(PartitionId partition, long... values) {
        Participation.Append append = next(partition, values);
        insist("write to " + partition, () -> {
            Optional<Answer> answer = ask(mail(Mail.Subject.APPEND, partition), append, appending(append));
            return answer.isPresent() && answer.get().category() == null;
        });
        return this;
    }

    /** Sends values, and does not wait. */
    public void send(PartitionId partition, long... values) {
        Participation.Append append = next(partition, values);
        post(mail(Mail.Subject.APPEND, partition), append, appending(append), answer -> {});
    }

    private Participation.Append next(PartitionId partition, long... values) {
        int sequence = sequences.merge(partition, values.length, Integer::sum) - values.length;
        return new Participation.Append(
                partition, identity(), sequence, Arrays.stream(values).boxed().toList());
    }

    private static Calls.Request<Answer> appending(Participation.Append append) {
        return (leader, reply) -> leader.participation().append(append, reply);
    }

    private Mail mail(Mail.Subject subject, PartitionId partition) {
        return new Mail(subject, false, world.layout().shardOf(partition));
    }

    private static Optional<ErrorCategory> said(Optional<Answer> answer) {
        return answer.flatMap(given -> Optional.ofNullable(given.category()));
    }

    // ---- offsets

    /** Joins the group, which must have no other member. */
    public Actor joins() {
        insist("join", () -> {
            Optional<JoinOutcome> answer = ask(
                    groupMail(Mail.Subject.GROUP),
                    "join",
                    (leader, reply) -> leader.participation().join(Scenario.GROUP, name(), reply));
            if (answer.isPresent() && answer.get() instanceof JoinOutcome.Joined joined) {
                member = joined.member();
                return true;
            }
            return false;
        });
        return this;
    }

    /** Adds an offset to the transaction, and returns what was said against it; empty for a success, or a lost answer. */
    public Optional<ErrorCategory> addOffset(long offset) {
        return said(ask(groupMail(Mail.Subject.OFFSETS), "add offset " + offset, adding(offset)));
    }

    /** Sends an offset, and does not wait. */
    public void sendOffset(long offset) {
        post(groupMail(Mail.Subject.OFFSETS), "add offset " + offset, adding(offset), answer -> {});
    }

    private Calls.Request<Answer> adding(long offset) {
        TxnOffsets request = new TxnOffsets(
                member, identity(), offsetSequence++, Map.of(SOURCE, new OffsetAndMetadata(offset)), false);
        return (leader, reply) -> leader.participation().addOffsets(Scenario.GROUP, request, reply);
    }

    /** Commits an offset outside of any transaction. */
    public void commitPlainly(long offset) {
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.of(SOURCE, new OffsetAndMetadata(offset));
        Optional<CommitOutcome> answer = ask(
                groupMail(Mail.Subject.GROUP),
                "commit offset " + offset,
                (leader, reply) -> leader.participation().commit(Scenario.GROUP, member, offsets, reply));
        if (!(Scenario.present(answer) instanceof CommitOutcome.Committed)) {
            throw new AssertionError("not committed: " + answer);
        }
    }

    /** Asks once for the committed offset. */
    public FetchOutcome fetch() {
        return Scenario.<FetchOutcome>present(ask(
                groupMail(Mail.Subject.GROUP),
                "fetch",
                (leader, reply) -> leader.participation().fetch(Scenario.GROUP, SOURCE, reply)));
    }

    private Mail groupMail(Mail.Subject subject) {
        return new Mail(subject, false, world.layout().shardOf(Scenario.GROUP));
    }

    // ---- ending

    /** Commits, however often it has to ask. */
    public Actor commits() {
        return ends(TransactionEnd.COMMIT);
    }

    /** Aborts, however often it has to ask. */
    public Actor aborts() {
        return ends(TransactionEnd.ABORT);
    }

    private Actor ends(TransactionEnd end) {
        insist("" + end, () -> {
            Optional<EndOutcome> answer = tryToEnd(end);
            return answer.isPresent() && answer.get() instanceof EndOutcome.Ended;
        });
        return this;
    }

    /** Asks once for the end of the transaction; an empty answer was lost. */
    public Optional<EndOutcome> tryToEnd(TransactionEnd end) {
        ProducerIdentity producer = identity();
        Optional<EndOutcome> answer =
                ask(new Mail(Mail.Subject.END, false, Layout.COORDINATOR_SHARD), end, ending(producer, end));
        answer.ifPresent(outcome -> world.checks().endAnswered(producer, end, outcome));
        if (answer.isPresent() && answer.get() instanceof EndOutcome.Ended ended) {
            become(ended.next());
        }
        return answer;
    }

    /** Sends a request to end the transaction, and does not wait. */
    public void askToEnd(TransactionEnd end) {
        post(new Mail(Mail.Subject.END, false, Layout.COORDINATOR_SHARD), end, ending(identity(), end), answer -> {});
    }

    private static Calls.Request<EndOutcome> ending(ProducerIdentity producer, TransactionEnd end) {
        return (leader, reply) -> leader.coordination().end(producer, end, reply);
    }

    /** Returns the category of what was said against ending the transaction. */
    public ErrorCategory categoryOf(EndOutcome refusal) {
        Answer answer = Answer.of(
                OutcomeExceptions.of(refusal, new WriterTransaction(transactionalId, identity())),
                TransactionApi.TRANSACTION);
        ErrorCategory category = answer.category();
        if (category == null) {
            throw new AssertionError("not a refusal: " + refusal);
        }
        return category;
    }

    // ---- asking

    private void insist(String what, BooleanSupplier attempt) {
        for (int i = 0; i < MAX_TRIES; i++) {
            if (attempt.getAsBoolean()) {
                return;
            }
            scenario.pass(PAUSE_MS);
        }
        throw new AssertionError(name() + " cannot " + what + " in " + MAX_TRIES + " tries:\n"
                + String.join("\n", world.trace().lines()));
    }

    private <O> Optional<O> ask(Mail mail, Object what, Calls.Request<O> request) {
        AtomicReference<@Nullable Optional<O>> answer = new AtomicReference<>();
        post(mail, what, request, answer::set);
        scenario.runUntil(() -> answer.get() != null);
        return Scenario.present(Optional.ofNullable(answer.get()));
    }

    private <O> void post(Mail mail, Object what, Calls.Request<O> request, Consumer<Optional<O>> answer) {
        world.calls().call(this, mail, () -> transactionalId + ": " + what, request, answer);
    }
}
