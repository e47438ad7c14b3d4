package io.streamwright.log.embedded.simulation.check;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.coordinator.EndedTransaction;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decisions that are durable, as one checker has seen them.
 *
 * <p>Owner: one checker.
 */
final class History {
    private final Map<TransactionKey, EndedTransaction> decisions = new HashMap<>();

    void add(CoordinatorRecord record) {
        metadataOf(record).ifPresent(metadata -> {
            EndedTransaction ended = metadata.ended();
            if (ended != null) {
                decisions.putIfAbsent(new TransactionKey(metadata.producer().producerId(), ended.dataEpoch()), ended);
            }
        });
    }

    /** Returns how a transaction was decided first; null if it was not. */
    @Nullable
    EndedTransaction decision(TransactionKey transaction) {
        return decisions.get(transaction);
    }

    @Nullable
    EndedTransaction decision(ProducerIdentity producer) {
        return decisions.get(producer.transaction());
    }

    /** Returns what the record says about a transactional id. */
    static Optional<TransactionMetadata> metadataOf(CoordinatorRecord record) {
        return record instanceof CoordinatorRecord.IdUpdated updated
                ? Optional.of(updated.metadata())
                : Optional.empty();
    }
}
