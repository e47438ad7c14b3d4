package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.execution.OutcomeExceptions;
import io.streamwright.log.embedded.execution.WriterTransaction;
import io.streamwright.log.embedded.group.FetchOutcome;
import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.group.JoinOutcome;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs a task: opens its transactional id, finds out how far it got, and works in transactions. It does with an error
 * what the error's category asks for (KIP-1050), and knows nothing else of what went wrong.
 *
 * <p>Owner: one simulation.
 */
public final class TaskClient extends Endpoint {
    private static final int TRANSACTION_TIMEOUT_MS = 5_000;

    private final World world;
    private final Task task;
    private @Nullable ProducerIdentity identity;
    private GroupMember member = GroupMember.NONE;
    private long position;
    private @Nullable ClientTransaction transaction;
    private int commits;
    private int retries;
    private long pausedUntilMs;
    private boolean retired;
    private boolean idle;

    TaskClient(String name, World world, Task task) {
        super(name);
        this.world = world;
        this.task = task;
    }

    Task task() {
        return task;
    }

    /** Returns how many transactions it knows to be committed. */
    public int commits() {
        return commits;
    }

    /** Returns whether it has retired and finished its last transaction. */
    boolean isIdle() {
        return idle;
    }

    // ---- life

    /** Begins anew, with nothing but its name. */
    void start() {
        comeBack();
        identity = null;
        member = GroupMember.NONE;
        transaction = null;
        retired = false;
        idle = false;
        retries = 0;
        open(null);
    }

    void crash() {
        world.trace(name(), () -> "crashes");
        die();
    }

    /** Does nothing for a while, and does not know that it did nothing. */
    void pause(int forMs) {
        world.trace(name(), () -> "hangs for " + forMs + " ms");
        pausedUntilMs = world.time().nowMs() + forMs;
    }

    void resume() {
        pausedUntilMs = 0;
        retries = 0;
    }

    /** Begins no further transaction. */
    void retire() {
        retired = true;
    }

    /** Does something now, or when it hangs no more. */
    private void proceed(Runnable action) {
        long life = life();
        long waitMs = pausedUntilMs - world.time().nowMs();
        if (waitMs <= 0) {
            action.run();
        } else {
            world.time().after(Math.min(waitMs, 500), () -> {
                if (isAliveIn(life)) {
                    proceed(action);
                }
            });
        }
    }

    void later(int firstMs, int lastMs, Runnable action) {
        long life = life();
        world.time().after(world.time().between(firstMs, lastMs), () -> {
            if (isAliveIn(life)) {
                proceed(action);
            }
        });
    }

    /** Does the same again, as it was told to or as it got no answer. */
    void again(Runnable action) {
        retries = world.calmForMs() > 0 ? retries + 1 : 0;
        world.checks().toldToRetry(name(), retries);
        later(20, 120, action);
    }

    void succeeded() {
        retries = 0;
    }

    // ---- opening

    private void open(@Nullable ProducerIdentity known) {
        InitRequest request = new InitRequest(task.transactionalId(), TRANSACTION_TIMEOUT_MS, known);
        world.calls()
                .<InitOutcome>call(
                        this,
                        new Mail(Mail.Subject.INIT, false, Layout.COORDINATOR_SHARD),
                        () -> "init " + request,
                        (leader, reply) -> leader.coordination().init(request, reply),
                        answer -> proceed(() -> opened(request, answer)));
    }

    private void opened(InitRequest request, Optional<InitOutcome> answer) {
        ProducerIdentity known = request.known();
        if (answer.isEmpty()) {
            again(() -> open(known));
            return;
        }
        InitOutcome outcome = answer.get();
        if (outcome instanceof InitOutcome.Opened opened) {
            succeeded();
            given(opened.producer());
            join();
            return;
        }
        Answer failure = Answer.of(OutcomeExceptions.of(outcome, request), TransactionApi.TRANSACTION);
        if (failure.category() == ErrorCategory.PRODUCER_RETRIABLE) {
            again(() -> open(known));
        } else {
            later(500, 3_000, () -> open(null));
        }
    }

    private void given(ProducerIdentity next) {
        identity = next;
        world.checks().identityGiven(next, name() + "/" + life());
    }

    // ---- finding out how far it got

    private void join() {
        if (!task.hasMembers()) {
            fetch();
            return;
        }
        String memberId = name() + "/" + life();
        world.calls()
                .<JoinOutcome>call(
                        this,
                        new Mail(Mail.Subject.GROUP, false, world.layout().shardOf(task.group())),
                        () -> "join " + memberId,
                        (leader, reply) -> leader.participation().join(task.group(), memberId, reply),
                        answer -> proceed(() -> joined(answer)));
    }

    private void joined(Optional<JoinOutcome> answer) {
        if (answer.isPresent() && answer.get() instanceof JoinOutcome.Joined joined) {
            succeeded();
            member = joined.member();
            fetch();
        } else if (answer.isPresent() && answer.get() instanceof JoinOutcome.Full full) {
            expel(full.memberId());
        } else {
            again(this::join);
        }
    }

    /** The other member's session is taken to be over. */
    private void expel(String memberId) {
        world.calls()
                .<Boolean>call(
                        this,
                        new Mail(Mail.Subject.GROUP, false, world.layout().shardOf(task.group())),
                        () -> "expel " + memberId,
                        (leader, reply) -> leader.participation().leave(task.group(), memberId, reply),
                        answer -> proceed(() -> again(this::join)));
    }

    private void fetch() {
        world.calls()
                .<FetchOutcome>call(
                        this,
                        new Mail(Mail.Subject.GROUP, false, world.layout().shardOf(task.group())),
                        () -> "fetch " + task.source(),
                        (leader, reply) -> leader.participation().fetch(task.group(), task.source(), reply),
                        answer -> proceed(() -> fetched(answer)));
    }

    private void fetched(Optional<FetchOutcome> answer) {
        if (answer.isPresent() && answer.get() instanceof FetchOutcome.Offsets offsets) {
            succeeded();
            OffsetAndMetadata committed = offsets.offsets().get(task.source());
            position = committed == null ? 0 : committed.offset();
            begin();
        } else {
            again(this::fetch);
        }
    }

    // ---- working

    private void begin() {
        if (retired) {
            idle = true;
            return;
        }
        ClientTransaction next = new ClientTransaction(world, this, current(), member, position);
        transaction = next;
        next.start();
    }

    private ProducerIdentity current() {
        ProducerIdentity present = identity;
        if (present == null) {
            throw new AssertionError(name() + " has no identity");
        }
        return present;
    }

    /** Runs what a transaction does next, unless it is not the present one any more. */
    void inTransaction(ClientTransaction of, Runnable action) {
        proceed(() -> {
            if (transaction == of) {
                action.run();
            }
        });
    }

    /** An error of the category has ended the client's right to write: it opens its id anew. */
    void giveUp() {
        transaction = null;
        boolean asOwner = world.time().happens(0.5);
        ProducerIdentity known = asOwner ? identity : null;
        world.trace(name(), () -> "gives up, and opens anew" + (asOwner ? " as " + known : ""));
        later(50, 500, () -> open(known));
    }

    // ---- ending

    /** Ends the transaction, and asks again until it knows how it ended. */
    void end(ClientTransaction ending, TransactionEnd end) {
        ProducerIdentity producer = ending.producer();
        world.calls()
                .<EndOutcome>call(
                        this,
                        new Mail(Mail.Subject.END, false, Layout.COORDINATOR_SHARD),
                        () -> "end " + producer + " " + end,
                        (leader, reply) -> leader.coordination().end(producer, end, reply),
                        answer -> inTransaction(ending, () -> ended(ending, end, answer)));
    }

    private void ended(ClientTransaction ending, TransactionEnd end, Optional<EndOutcome> answer) {
        if (answer.isEmpty()) {
            again(() -> inTransaction(ending, () -> end(ending, end)));
            return;
        }
        EndOutcome outcome = answer.get();
        world.checks().endAnswered(ending.producer(), end, outcome);
        if (outcome instanceof EndOutcome.Ended ended) {
            succeeded();
            given(ended.next());
            transaction = null;
            if (end == TransactionEnd.COMMIT) {
                commits++;
                position = ending.endPosition();
            }
            later(0, 60, this::begin);
            return;
        }
        WriterTransaction writer = new WriterTransaction(task.transactionalId(), ending.producer());
        Answer failure = Answer.of(OutcomeExceptions.of(outcome, writer), TransactionApi.TRANSACTION);
        ErrorCategory category = failure.category();
        if (category == ErrorCategory.PRODUCER_RETRIABLE) {
            again(() -> inTransaction(ending, () -> end(ending, end)));
        } else if (category == ErrorCategory.ABORTABLE && end == TransactionEnd.COMMIT) {
            end(ending, TransactionEnd.ABORT);
        } else {
            giveUp();
        }
    }
}
