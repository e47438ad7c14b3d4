package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.Map;

/**
 * A transactional id begins a transaction, or gets an owner, only when its last transaction is complete.
 *
 * <p>Owner: one simulation.
 */
final class S9NextTransactionAfterComplete implements Checker {
    private final Map<String, TransactionMetadata> latest = new HashMap<>();

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        History.metadataOf(record).ifPresent(metadata -> {
            TransactionMetadata before = latest.put(metadata.transactionalId(), metadata);
            boolean begins = metadata.state() == TransactionState.ONGOING || metadata.state() == TransactionState.EMPTY;
            unless(
                    before == null || !before.state().isPrepared() || !begins,
                    this,
                    "%s begins before %s is complete",
                    metadata,
                    before);
        });
    }
}
