package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.CoordinatorStarted;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdExpired;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.ProducerIdsAssigned;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator knows, as its records say.
 *
 * <p>Owner: the coordinator's loop. {@link #apply} is the only writer.
 */
final class CoordinatorState {
    private final NavigableMap<String, TransactionMetadata> byId = new TreeMap<>();
    private final Map<Long, String> idByProducer = new HashMap<>();
    /** Ids in ONGOING, and ids in PREPARE, so that neither timeouts nor resends look at those that rest. */
    private final Set<String> ongoing = new LinkedHashSet<>();

    private final Set<String> prepared = new LinkedHashSet<>();
    private long nextProducerId;
    private int coordinatorEpoch;

    void apply(CoordinatorRecord record) {
        record.match(new CoordinatorRecord.Cases<@Nullable Void>() {
            @Override
            public @Nullable Void idUpdated(IdUpdated updated) {
                applyUpdate(updated.metadata());
                return null;
            }

            @Override
            public @Nullable Void idExpired(IdExpired expired) {
                applyExpiry(expired.transactionalId());
                return null;
            }

            @Override
            public @Nullable Void producerIdsAssigned(ProducerIdsAssigned assigned) {
                check(assigned.nextProducerId() > nextProducerId, "nextProducerId=" + nextProducerId, assigned);
                nextProducerId = assigned.nextProducerId();
                return null;
            }

            @Override
            public @Nullable Void coordinatorStarted(CoordinatorStarted started) {
                check(started.coordinatorEpoch() > coordinatorEpoch, "coordinatorEpoch=" + coordinatorEpoch, started);
                coordinatorEpoch = started.coordinatorEpoch();
                return null;
            }
        });
    }

    private void applyUpdate(TransactionMetadata next) {
        String id = next.transactionalId();
        TransactionMetadata before = byId.get(id);
        if (before != null) {
            boolean sameProducer =
                    before.producer().producerId() == next.producer().producerId();
            boolean epochKept = next.producer().epoch() >= before.producer().epoch();
            boolean mayMove = before.state().successors().contains(next.state());
            check(sameProducer && epochKept && mayMove, before, next);
        }
        byId.put(id, next);
        idByProducer.put(next.producer().producerId(), id);
        place(ongoing, id, next.state() == TransactionState.ONGOING);
        place(prepared, id, next.state().isPrepared());
    }

    private static void place(Set<String> ids, String id, boolean belongs) {
        if (belongs) {
            ids.add(id);
        } else {
            ids.remove(id);
        }
    }

    private void applyExpiry(String id) {
        TransactionMetadata before = byId.get(id);
        if (before != null) {
            check(before.state().successors().contains(TransactionState.DEAD), before, TransactionState.DEAD);
            byId.remove(id);
            idByProducer.remove(before.producer().producerId());
        }
    }

    private static void check(boolean holds, Object before, Object next) {
        if (!holds) {
            throw new IllegalStateException("the transaction log cannot go from " + before + " to " + next
                    + ": its records are not those that were written; restore the log from a copy");
        }
    }

    @Nullable
    TransactionMetadata byId(String transactionalId) {
        return byId.get(transactionalId);
    }

    @Nullable
    TransactionMetadata byProducer(long producerId) {
        String id = idByProducer.get(producerId);
        return id == null ? null : byId.get(id);
    }

    Collection<TransactionMetadata> all() {
        return List.copyOf(byId.values());
    }

    List<TransactionMetadata> ongoing() {
        return ongoing.stream().map(this::existing).toList();
    }

    List<TransactionMetadata> prepared() {
        return prepared.stream().map(this::existing).toList();
    }

    private TransactionMetadata existing(String id) {
        TransactionMetadata metadata = byId.get(id);
        if (metadata == null) {
            throw new IllegalStateException("transactional id " + id + " has a transaction and no metadata");
        }
        return metadata;
    }

    /** Returns the markers of all decided transactions for everyone who has not acknowledged them. */
    List<WriteMarkers> undelivered(int withEpoch) {
        return prepared().stream()
                .map(metadata -> new WriteMarkers(
                        metadata.marker(withEpoch),
                        List.copyOf(metadata.participants().unacknowledged())))
                .toList();
    }

    long nextProducerId() {
        return nextProducerId;
    }

    int coordinatorEpoch() {
        return coordinatorEpoch;
    }
}
