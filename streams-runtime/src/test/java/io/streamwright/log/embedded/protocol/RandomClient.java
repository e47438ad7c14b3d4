package io.streamwright.log.embedded.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.group.TxnOffsetOutcome;
import io.streamwright.log.embedded.partition.AppendOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A producer that runs transactions and does what each answer asks for: repeats what got no answer, gives up what was fenced.
 *
 * <p>Owner: one test.
 */
final class RandomClient {
    private static final long TIMEOUT_MS = 3000;

    private final RandomLog log;
    private final String transactionalId;
    private final AtomicLong offsets;
    private Phase phase = Phase.OPENING;
    private @Nullable ProducerIdentity identity;
    /** Whether to open anew as the owner that it was, and not by taking over. */
    private boolean keepsIdentity;

    private TransactionEnd end = TransactionEnd.COMMIT;
    private final Map<PartitionId, Integer> sequences = new HashMap<>();
    private int offsetSequence;
    private int operationsLeft;
    /** What got no answer and has to be repeated before anything else. */
    private @Nullable Operation unanswered;

    private int commits;

    private enum Phase {
        OPENING,
        WRITING,
        ENDING
    }

    /** A batch for a partition, or offsets if there is none. */
    private record Operation(@Nullable PartitionId partition, int sequence, int count, long offset) {}

    RandomClient(RandomLog log, String transactionalId, AtomicLong offsets) {
        this.log = log;
        this.transactionalId = transactionalId;
        this.offsets = offsets;
    }

    int commits() {
        return commits;
    }

    void step() {
        switch (phase) {
            case OPENING -> open();
            case WRITING -> write();
            case ENDING -> end();
        }
    }

    private boolean perhaps(double probability) {
        return log.faults > 0 && log.random.nextDouble() < probability;
    }

    // ---- opening

    private void open() {
        ProducerIdentity known = keepsIdentity ? identity : null;
        InitRequest request = new InitRequest(transactionalId, TIMEOUT_MS, known);
        if (known != null && perhaps(0.2)) { // a late copy of a takeover would take over again, rightly
            log.later(() -> log.init(request));
        }
        log.init(request).ifPresent(outcome -> {
            if (outcome instanceof InitOutcome.Opened opened) {
                begin(opened.producer());
            } else if (outcome instanceof InitOutcome.Fenced) {
                assertThat(known).as("a takeover cannot be fenced").isNotNull();
                keepsIdentity = false;
            } else {
                assertThat(outcome).isInstanceOf(InitOutcome.TryLater.class);
            }
        });
    }

    private void begin(ProducerIdentity next) {
        log.checks.identityGiven(next, this);
        identity = next;
        sequences.clear();
        offsetSequence = 0;
        unanswered = null;
        operationsLeft = log.random.nextInt(8);
        phase = Phase.WRITING;
    }

    private void giveUp(boolean asOwner) {
        keepsIdentity = asOwner;
        phase = Phase.OPENING;
    }

    // ---- writing

    private void write() {
        if (perhaps(0.02)) {
            giveUp(log.random.nextBoolean());
            return;
        }
        if (unanswered != null && perhaps(0.1)) {
            beginEnding(TransactionEnd.ABORT);
            return;
        }
        if (unanswered == null && operationsLeft-- <= 0) {
            beginEnding(log.random.nextInt(4) == 0 ? TransactionEnd.ABORT : TransactionEnd.COMMIT);
            return;
        }
        ProducerIdentity writer = current();
        Operation operation = unanswered == null ? nextOperation() : unanswered;
        unanswered = operation;
        if (perhaps(0.1)) {
            log.later(() -> send(writer, operation));
        }
        if (!perhaps(0.05)) { // otherwise it is lost on the way, but for a late copy
            send(writer, operation).ifPresent(this::answered);
        }
    }

    private Operation nextOperation() {
        if (log.random.nextInt(4) == 0) {
            return new Operation(null, offsetSequence, 0, offsets.incrementAndGet());
        }
        PartitionId partition = RandomLog.partition(log.random.nextInt(RandomLog.PARTITIONS));
        return new Operation(partition, sequences.getOrDefault(partition, 0), 1 + log.random.nextInt(3), 0);
    }

    /** What an answer means for the client. */
    private enum Answer {
        DONE,
        TRY_LATER,
        TIMED_OUT,
        FENCED
    }

    private Optional<Answer> send(ProducerIdentity writer, Operation operation) {
        PartitionId partition = operation.partition();
        if (partition == null) {
            return log.addOffsets(writer, operation.sequence(), operation.offset())
                    .map(reply -> reply.outcome().map(this::meaning).orElseGet(() -> meaning(reply.listing())));
        }
        return log.append(partition.partition(), writer, operation.sequence(), operation.count())
                .map(reply -> reply.outcome().map(this::meaning).orElseGet(() -> meaning(reply.listing())));
    }

    private Answer meaning(AddOutcome refusal) {
        if (refusal instanceof AddOutcome.TryLater) {
            return Answer.TRY_LATER;
        }
        return refusal instanceof AddOutcome.TimedOut ? Answer.TIMED_OUT : Answer.FENCED;
    }

    private Answer meaning(AppendOutcome outcome) {
        if (outcome instanceof AppendOutcome.Appended || outcome instanceof AppendOutcome.Duplicate) {
            return Answer.DONE;
        }
        return outcome instanceof AppendOutcome.Fenced ? Answer.FENCED : Answer.TRY_LATER;
    }

    private Answer meaning(TxnOffsetOutcome outcome) {
        if (outcome instanceof TxnOffsetOutcome.Accepted) {
            return Answer.DONE;
        }
        return outcome instanceof TxnOffsetOutcome.Fenced ? Answer.FENCED : Answer.TRY_LATER;
    }

    private void answered(Answer answer) {
        switch (answer) {
            case DONE -> {
                Operation done = unanswered;
                unanswered = null;
                if (done != null && done.partition() != null) {
                    sequences.merge(done.partition(), done.count(), Integer::sum);
                } else {
                    offsetSequence++;
                }
            }
            case TRY_LATER -> {
                // the same operation is repeated in the next step
            }
            case TIMED_OUT -> beginEnding(TransactionEnd.ABORT);
            case FENCED -> giveUp(log.random.nextBoolean());
        }
    }

    // ---- ending

    private void beginEnding(TransactionEnd chosen) {
        end = chosen;
        phase = Phase.ENDING;
        if (chosen == TransactionEnd.COMMIT) {
            log.checks.commitRequested(current().transaction(), sequences);
        }
    }

    private void end() {
        if (perhaps(0.02)) {
            giveUp(log.random.nextBoolean());
            return;
        }
        ProducerIdentity writer = current();
        TransactionEnd asked = end;
        if (perhaps(0.1)) {
            log.later(() -> log.end(writer, asked));
        }
        if (perhaps(0.05)) {
            return;
        }
        log.end(writer, asked).ifPresent(outcome -> {
            if (outcome instanceof EndOutcome.Ended ended) {
                log.checks.endAnswered(writer.transaction(), asked);
                commits += asked == TransactionEnd.COMMIT ? 1 : 0;
                begin(ended.next());
            } else if (outcome instanceof EndOutcome.TimedOut) {
                assertThat(asked).isEqualTo(TransactionEnd.COMMIT);
                assertThat(log.checks.decisionOf(writer.transaction())).isEqualTo(TransactionEnd.ABORT);
                end = TransactionEnd.ABORT;
            } else if (!(outcome instanceof EndOutcome.TryLater)) {
                giveUp(log.random.nextBoolean());
            }
        });
    }

    private ProducerIdentity current() {
        ProducerIdentity present = identity;
        if (present == null) {
            throw new AssertionError("no identity in " + phase);
        }
        return present;
    }
}
