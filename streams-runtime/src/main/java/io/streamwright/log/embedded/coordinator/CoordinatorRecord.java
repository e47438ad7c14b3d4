package io.streamwright.log.embedded.coordinator;

import org.jspecify.annotations.Nullable;

/**
 * Something that changes the coordinator's state. Immutable.
 *
 * <p>Each says all there is to know under its {@link #key}, so storage may keep only the latest of each key, and recovery may apply
 * those in any order.
 */
public sealed interface CoordinatorRecord {

    /** Returns what the record replaces: the record stored before under the same key. */
    String key();

    /** Returns whether storage may drop the key altogether. */
    default boolean isTombstone() {
        return false;
    }

    /** Calls the method for the kind that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * A transactional id is new or has changed.
     *
     * @param metadata what is known of it now
     */
    record IdUpdated(TransactionMetadata metadata) implements CoordinatorRecord {
        @Override
        public String key() {
            return "id/" + metadata.transactionalId();
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.idUpdated(this);
        }
    }

    /**
     * A transactional id was not used for long and is forgotten.
     *
     * @param transactionalId which
     */
    record IdExpired(String transactionalId) implements CoordinatorRecord {
        @Override
        public String key() {
            return "id/" + transactionalId;
        }

        @Override
        public boolean isTombstone() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.idExpired(this);
        }
    }

    /**
     * Producer ids were given away.
     *
     * @param nextProducerId the lowest that was not
     */
    record ProducerIdsAssigned(long nextProducerId) implements CoordinatorRecord {
        @Override
        public String key() {
            return "producer-ids";
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.producerIdsAssigned(this);
        }
    }

    /**
     * A coordinator took over.
     *
     * @param coordinatorEpoch its epoch, higher than any before
     */
    record CoordinatorStarted(int coordinatorEpoch) implements CoordinatorRecord {
        @Override
        public String key() {
            return "coordinator-epoch";
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.coordinatorStarted(this);
        }
    }

    /**
     * One method for each kind.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R idUpdated(IdUpdated record);

        R idExpired(IdExpired record);

        R producerIdsAssigned(ProducerIdsAssigned record);

        R coordinatorStarted(CoordinatorStarted record);
    }
}
