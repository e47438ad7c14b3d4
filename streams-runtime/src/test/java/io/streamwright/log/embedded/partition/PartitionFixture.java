package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.ArrayList;
import java.util.List;

/** A partition whose decisions are applied at once, with everything that was. Owner: one test. */
final class PartitionFixture {
    static final PartitionId ID = new PartitionId(1, 0);
    static final ProducerIdentity ALICE = new ProducerIdentity(7, 3);
    static final ProducerIdentity BOB = new ProducerIdentity(8, 0);

    final List<PartitionRecord> records = new ArrayList<>();
    PartitionState state = new PartitionState(ID, PartitionSnapshot.EMPTY);
    long nowMs = 1000;
    int coordinatorEpoch = 1;

    AppendOutcome append(ProducerIdentity producer, int baseSequence, int count) {
        return take(state.decideAppend(new AppendRequest(producer, baseSequence, count, true), nowMs));
    }

    AppendOutcome appendUnlisted(ProducerIdentity producer, int baseSequence, int count) {
        return take(state.decideAppend(new AppendRequest(producer, baseSequence, count, false), nowMs));
    }

    MarkerOutcome commit(ProducerIdentity producer) {
        return mark(producer, TransactionEnd.COMMIT);
    }

    MarkerOutcome abort(ProducerIdentity producer) {
        return mark(producer, TransactionEnd.ABORT);
    }

    private MarkerOutcome mark(ProducerIdentity producer, TransactionEnd end) {
        TransactionKey transaction = producer.transaction();
        return take(state.decideMarker(new EndMarker(transaction, end, coordinatorEpoch), nowMs));
    }

    <O> O take(Decision<PartitionRecord, O> decision) {
        PartitionSnapshot before = state.snapshot();
        decision.records().forEach(record -> {
            state.apply(record);
            records.add(record);
        });
        if (decision.records().isEmpty() && !state.snapshot().equals(before)) {
            throw new AssertionError("a decision without records changed " + before + " to " + state.snapshot());
        }
        return decision.outcome();
    }
}
