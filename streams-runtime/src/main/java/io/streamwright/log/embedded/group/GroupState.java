package io.streamwright.log.embedded.group;

import io.streamwright.log.embedded.group.GroupRecord.CoordinatorSeen;
import io.streamwright.log.embedded.group.GroupRecord.MembershipChanged;
import io.streamwright.log.embedded.group.GroupRecord.OffsetCommitted;
import io.streamwright.log.embedded.group.GroupRecord.OffsetRemoved;
import io.streamwright.log.embedded.group.GroupRecord.ProducerExpired;
import io.streamwright.log.embedded.group.GroupRecord.ProducerIdle;
import io.streamwright.log.embedded.group.GroupRecord.ProducerUpdated;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of one group: one member at a time, offsets fenced by its generation, offsets that wait for their transaction.
 *
 * <p>A group takes part in a transaction like a partition: it is listed before its first offset and acknowledges the marker.
 *
 * <p>Owner: one loop. A {@code decide} method changes nothing; {@link #apply} is the only writer, in operation and in recovery.
 */
public final class GroupState {
    private final GroupId id;
    private final GroupOffsets offsets;
    private int generation;
    private @Nullable String memberId;

    /** Makes the state of a group without member and offsets: apply what is stored of it. */
    public GroupState(GroupId id) {
        this.id = id;
        this.offsets = new GroupOffsets(id.name());
    }

    // ---- membership

    /**
     * Decides about somebody who wants to be the member. A member that joins again begins a new generation too.
     *
     * @param newMemberId who asks; not empty, and never used by anybody else
     */
    public Decision<GroupRecord, JoinOutcome> decideJoin(String newMemberId) {
        if (newMemberId.isEmpty()) {
            throw new IllegalArgumentException("empty member id for group " + id.name());
        }
        if (memberId != null && !memberId.equals(newMemberId)) {
            return Decision.reply(new JoinOutcome.Full(memberId));
        }
        int next = generation + 1;
        return Decision.write(
                List.of(new MembershipChanged(id.name(), next, newMemberId)),
                new JoinOutcome.Joined(new GroupMember(newMemberId, next)));
    }

    /**
     * Decides that a member has left, or is gone with the process it lived in.
     *
     * @param leavingMemberId who
     * @return a decision whose outcome is whether that was the member; if not, nothing changes
     */
    public Decision<GroupRecord, Boolean> decideLeave(String leavingMemberId) {
        return leavingMemberId.equals(memberId)
                ? Decision.write(List.of(new MembershipChanged(id.name(), generation, null)), true)
                : Decision.reply(false);
    }

    // ---- offsets

    /**
     * Decides about offsets that a producer adds to its transaction.
     *
     * @param request the offsets
     * @param nowMs the log's clock
     */
    public Decision<GroupRecord, TxnOffsetOutcome> decideTxnOffsets(TxnOffsets request, long nowMs) {
        GroupMember member = request.member();
        if (!member.equals(GroupMember.NONE)) {
            if (!member.memberId().equals(memberId)) {
                return Decision.reply(new TxnOffsetOutcome.UnknownMember(member.memberId()));
            }
            if (member.generation() != generation) {
                return Decision.reply(new TxnOffsetOutcome.IllegalGeneration(member.generation(), generation));
            }
        }
        return offsets.decideAdd(request, nowMs);
    }

    /**
     * Decides about offsets that are committed outside of a transaction.
     *
     * @param member who commits; {@link GroupMember#NONE} for a tool
     * @param committed next offset to be consumed, by partition
     */
    public Decision<GroupRecord, CommitOutcome> decideCommit(
            GroupMember member, Map<TopicPartition, OffsetAndMetadata> committed) {
        boolean isTool = member.equals(GroupMember.NONE);
        if (isTool ? memberId != null : !member.memberId().equals(memberId)) {
            return Decision.reply(new CommitOutcome.UnknownMember(member.memberId()));
        }
        if (!isTool && member.generation() != generation) {
            return Decision.reply(new CommitOutcome.IllegalGeneration(member.generation(), generation));
        }
        return Decision.write(offsets.commitRecords(committed), new CommitOutcome.Committed());
    }

    /**
     * Decides about the end of a transaction: its offsets are committed, unless others were written later, or dropped.
     *
     * @param marker the end
     * @param nowMs the log's clock
     */
    public Decision<GroupRecord, MarkerOutcome> decideMarker(EndMarker marker, long nowMs) {
        return offsets.decideMarker(marker, nowMs);
    }

    /**
     * Decides to drop all offsets of a topic that was deleted, pending ones too.
     *
     * @return a decision whose outcome is how many committed offsets there were
     */
    public Decision<GroupRecord, Integer> decideTopicDeleted(String topic) {
        return offsets.decideTopicDeleted(topic);
    }

    /**
     * Decides to forget producers without a transaction that added nothing for long. One that did so later than now, by a clock
     * that was ahead, is idle from now on.
     *
     * @param nowMs the log's clock
     * @param expiryMs how long a producer is remembered
     * @return a decision whose outcome is how many will be forgotten
     */
    public Decision<GroupRecord, Integer> decideExpireProducers(long nowMs, long expiryMs) {
        return offsets.decideExpireProducers(nowMs, expiryMs);
    }

    // ---- state

    /**
     * Makes a record part of the state.
     *
     * @throws IllegalStateException if it cannot follow what was applied before: the log is damaged, nothing was changed
     */
    public void apply(GroupRecord record) {
        if (!record.groupId().equals(id.name())) {
            throw new IllegalStateException("group " + id.name() + " cannot take " + record);
        }
        record.match(new GroupRecord.Cases<@Nullable Void>() {
            @Override
            public @Nullable Void membershipChanged(MembershipChanged changed) {
                applyMembership(changed);
                return null;
            }

            @Override
            public @Nullable Void coordinatorSeen(CoordinatorSeen seen) {
                offsets.apply(seen);
                return null;
            }

            @Override
            public @Nullable Void offsetCommitted(OffsetCommitted committed) {
                offsets.apply(committed);
                return null;
            }

            @Override
            public @Nullable Void offsetRemoved(OffsetRemoved removed) {
                offsets.apply(removed);
                return null;
            }

            @Override
            public @Nullable Void producerUpdated(ProducerUpdated updated) {
                offsets.apply(updated);
                return null;
            }

            @Override
            public @Nullable Void producerIdle(ProducerIdle idle) {
                offsets.apply(idle);
                return null;
            }

            @Override
            public @Nullable Void producerExpired(ProducerExpired expired) {
                offsets.apply(expired);
                return null;
            }
        });
    }

    private void applyMembership(MembershipChanged changed) {
        if (changed.generation() < generation) {
            throw new IllegalStateException("group " + id.name() + " is in generation " + generation
                    + " and cannot take " + changed + ": its records are not those that were written");
        }
        generation = changed.generation();
        memberId = changed.memberId();
    }

    // ---- questions

    public GroupId id() {
        return id;
    }

    public int generation() {
        return generation;
    }

    /** Returns the member's id; empty if the group has none. */
    public Optional<String> memberId() {
        return Optional.ofNullable(memberId);
    }

    /** Returns the committed offsets of the partitions, or which of them a transaction may be about to change (KIP-447). */
    public FetchOutcome fetch(Set<TopicPartition> partitions) {
        return offsets.fetch(partitions);
    }

    /** Returns all committed offsets, whatever transactions are open. */
    public Map<TopicPartition, OffsetAndMetadata> committed() {
        return offsets.committed();
    }

    /** Returns whether this identity's transaction is open here, so that the coordinator need not be asked. */
    public boolean isOpen(ProducerIdentity producer) {
        return offsets.isOpen(producer);
    }

    /** Returns what is known of each producer, by rising producer id. */
    public List<GroupRecord.GroupProducer> producers() {
        return offsets.producers();
    }

    /** Returns the highest coordinator epoch seen. */
    public int coordinatorEpoch() {
        return offsets.coordinatorEpoch();
    }
}
