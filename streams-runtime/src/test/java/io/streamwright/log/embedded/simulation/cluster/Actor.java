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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
    private final List<Participation.Append> sent = new ArrayList<>();
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

    /** Acts from now on under an identity that nobody gave to it, or that was its own before. */
    public Actor claims(ProducerIdentity claimed) {
        use(claimed);
        return this;
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
        Optional<InitOutcome> answer =
                ask(new Mail(Mail.Subject.INIT, false, Layout.COORDINATOR_SHARD), request, opening(request));
        if (answer.isPresent() && answer.get() instanceof InitOutcome.Opened opened) {
            become(opened.producer());
        }
        return answer;
    }

    /** Sends a request to take the transactional id over, and does not wait. */
    public void askToOpen() {
        post(
                new Mail(Mail.Subject.INIT, false, Layout.COORDINATOR_SHARD),
                "open",
                opening(new InitRequest(transactionalId, TIMEOUT_MS, null)),
                answer -> {});
    }

    private static Calls.Request<InitOutcome> opening(InitRequest request) {
        return (leader, reply) -> leader.coordination().init(request, reply);
    }

    private void become(ProducerIdentity next) {
        world.checks().identityGiven(next, name());
        use(next);
    }

    private void use(ProducerIdentity next) {
        identity = next;
        sent.clear();
        sequences.clear();
        offsetSequence = 0;
    }

    // ---- writing

    /** Appends values that must be taken. */
    public Actor writes(PartitionId partition, long... values) {
        Participation.Append append = next(partition, values);
        take(append, () -> ask(append));
        return this;
    }

    /** Sends a batch of this transaction again, counted from 0, until it is taken. */
    public void writesAgain(int batch) {
        Participation.Append append = sent.get(batch);
        take(append, () -> ask(append));
    }

    /** Appends values that must not be taken, and returns what is said against it; another batch may come in their place. */
    public ErrorCategory isRefused(PartitionId partition, long... values) {
        Participation.Append append = batch(partition, values);
        return refusal(() -> ask(append));
    }

    /** Sends a batch of this transaction again, counted from 0, which must not be taken, and returns what is said against it. */
    public ErrorCategory isRefusedAgain(int batch) {
        return refusal(() -> ask(sent.get(batch)));
    }

    private Optional<Answer> ask(Participation.Append append) {
        return ask(mail(Mail.Subject.APPEND, append.partition()), append, appending(append));
    }

    /** Sends values, and does not wait. */
    public void send(PartitionId partition, long... values) {
        Participation.Append append = next(partition, values);
        post(mail(Mail.Subject.APPEND, partition), append, appending(append), answer -> {});
    }

    private Participation.Append next(PartitionId partition, long... values) {
        Participation.Append append = batch(partition, values);
        sequences.put(partition, append.sequence() + values.length);
        sent.add(append);
        return append;
    }

    private Participation.Append batch(PartitionId partition, long... values) {
        return new Participation.Append(
                partition,
                identity(),
                sequences.getOrDefault(partition, 0),
                Arrays.stream(values).boxed().toList());
    }

    private static Calls.Request<Answer> appending(Participation.Append append) {
        return (leader, reply) -> leader.participation().append(append, reply);
    }

    private Mail mail(Mail.Subject subject, PartitionId partition) {
        return new Mail(subject, false, world.layout().shardOf(partition));
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

    /** Leaves the group. */
    public void leaves() {
        Optional<Boolean> answer = ask(
                groupMail(Mail.Subject.GROUP),
                "leave",
                (leader, reply) -> leader.participation().leave(Scenario.GROUP, name(), reply));
        if (!Scenario.present(answer)) {
            throw new AssertionError(name() + " was not the member");
        }
    }

    /** Adds an offset to the transaction, which must be taken. */
    public Actor addsOffset(long offset) {
        TxnOffsets request = offsets(offset, offsetSequence++);
        take(request, () -> ask(request));
        return this;
    }

    /** Adds an offset, which must not be taken, and returns what is said against it; another may come in its place. */
    public ErrorCategory offsetIsRefused(long offset) {
        return refusal(() -> ask(offsets(offset, offsetSequence)));
    }

    /** Sends an offset, and does not wait. */
    public void sendOffset(long offset) {
        TxnOffsets request = offsets(offset, offsetSequence++);
        post(groupMail(Mail.Subject.OFFSETS), request, adding(request), answer -> {});
    }

    private TxnOffsets offsets(long offset, int sequence) {
        return new TxnOffsets(member, identity(), sequence, Map.of(SOURCE, new OffsetAndMetadata(offset)), false);
    }

    private Optional<Answer> ask(TxnOffsets request) {
        return ask(groupMail(Mail.Subject.OFFSETS), request, adding(request));
    }

    private static Calls.Request<Answer> adding(TxnOffsets request) {
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

    /** Ends the transaction, however often it has to ask. */
    public Actor ends(TransactionEnd end) {
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

    /** Asks until there is an answer, and returns it. */
    public EndOutcome answerToEnd(TransactionEnd end) {
        return answer(() -> tryToEnd(end));
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

    private void take(Object what, Supplier<Optional<Answer>> attempt) {
        insist("get through " + what, () -> {
            Optional<Answer> answer = attempt.get();
            return answer.isPresent() && answer.get().category() == null;
        });
    }

    private ErrorCategory refusal(Supplier<Optional<Answer>> attempt) {
        Answer answer = answer(attempt);
        ErrorCategory category = answer.category();
        if (category == null) {
            throw new AssertionError("what " + name() + " sent was taken");
        }
        return category;
    }

    private <O> O answer(Supplier<Optional<O>> attempt) {
        AtomicReference<Optional<O>> answer = new AtomicReference<>(Optional.empty());
        insist("get an answer", () -> {
            answer.set(attempt.get());
            return answer.get().isPresent();
        });
        return answer.get().orElseThrow();
    }

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
