package io.streamwright.log.embedded.group;

import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Something that changes a group's state. Immutable.
 *
 * <p>Each says all there is to know under its {@link #key}, so storage may keep only the latest of each key, and recovery may apply
 * those in any order.
 */
public sealed interface GroupRecord {

    /** Returns whose it is. */
    String groupId();

    /** Returns what the record replaces: the record stored before under the same key, of whichever group. */
    String key();

    /** Returns whether storage may drop the key altogether. */
    default boolean isTombstone() {
        return false;
    }

    /** Calls the method for the kind that this is. */
    <R extends @Nullable Object> R match(Cases<R> cases);

    /**
     * A member joined, which began the generation, or left.
     *
     * @param generation the current generation
     * @param memberId its member; null if nobody is
     */
    record MembershipChanged(
            String groupId, int generation, @Nullable String memberId) implements GroupRecord {
        @Override
        public String key() {
            return "member/" + groupId;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.membershipChanged(this);
        }
    }

    /**
     * A newer coordinator was heard of.
     *
     * @param coordinatorEpoch its epoch
     */
    record CoordinatorSeen(String groupId, int coordinatorEpoch) implements GroupRecord {
        @Override
        public String key() {
            return "coordinator/" + groupId;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.coordinatorSeen(this);
        }
    }

    /**
     * An offset is committed.
     *
     * @param partition which
     * @param committed offset and metadata, with the place in the order of writing
     */
    record OffsetCommitted(String groupId, TopicPartition partition, WrittenOffset committed) implements GroupRecord {
        @Override
        public String key() {
            return "offset/" + groupId + "/" + partition.topic() + "/" + partition.partition();
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.offsetCommitted(this);
        }
    }

    /**
     * An offset is gone.
     *
     * @param partition which
     */
    record OffsetRemoved(String groupId, TopicPartition partition) implements GroupRecord {
        @Override
        public String key() {
            return "offset/" + groupId + "/" + partition.topic() + "/" + partition.partition();
        }

        @Override
        public boolean isTombstone() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.offsetRemoved(this);
        }
    }

    /**
     * A producer added offsets to its transaction, or the transaction ended.
     *
     * @param producer what is known of it now
     */
    record ProducerUpdated(String groupId, GroupProducer producer) implements GroupRecord {
        @Override
        public String key() {
            return "producer/" + groupId + "/" + producer.producerId();
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.producerUpdated(this);
        }
    }

    /**
     * A producer without a transaction committed by a clock that was ahead, and begins to be idle.
     *
     * @param producerId which
     * @param epoch the lowest epoch that may add offsets
     * @param sinceMs when its last write counts as of
     */
    record ProducerIdle(String groupId, long producerId, long epoch, long sinceMs) implements GroupRecord {
        @Override
        public String key() {
            return "producer/" + groupId + "/" + producerId;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.producerIdle(this);
        }
    }

    /**
     * A producer that committed nothing for long was forgotten.
     *
     * @param producerId which
     */
    record ProducerExpired(String groupId, long producerId) implements GroupRecord {
        @Override
        public String key() {
            return "producer/" + groupId + "/" + producerId;
        }

        @Override
        public boolean isTombstone() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R match(Cases<R> cases) {
            return cases.producerExpired(this);
        }
    }

    /**
     * An offset with its place in the order of writing: of two that are decided, the one written later holds.
     *
     * @param offset the offset and its metadata
     * @param position rises with every write to the group
     */
    record WrittenOffset(OffsetAndMetadata offset, long position) {}

    /**
     * What a group remembers of a producer.
     *
     * @param producerId which
     * @param epoch the lowest epoch that may add offsets; data epoch of the open transaction if one is open
     * @param isOpen whether a transaction is open
     * @param nextSequence number of the next request of that epoch
     * @param pending offsets of the open transaction
     * @param lastWriteMs when it last added offsets or its transaction ended
     */
    record GroupProducer(
            long producerId,
            long epoch,
            boolean isOpen,
            int nextSequence,
            Map<TopicPartition, WrittenOffset> pending,
            long lastWriteMs) {
        public GroupProducer {
            pending = Map.copyOf(pending);
            if (!isOpen && !pending.isEmpty()) {
                throw new IllegalArgumentException(
                        "pending offsets without a transaction: producerId=" + producerId + " epoch=" + epoch);
            }
        }
    }

    /**
     * One method for each kind.
     *
     * @param <R> what they return
     */
    interface Cases<R extends @Nullable Object> {
        R membershipChanged(MembershipChanged record);

        R coordinatorSeen(CoordinatorSeen record);

        R offsetCommitted(OffsetCommitted record);

        R offsetRemoved(OffsetRemoved record);

        R producerUpdated(ProducerUpdated record);

        R producerIdle(ProducerIdle record);

        R producerExpired(ProducerExpired record);
    }
}
