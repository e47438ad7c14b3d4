package io.streamwright.log.embedded.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A group whose decisions are applied at once, with what storage would hold of it. Owner: one test. */
final class GroupFixture {
    static final GroupId ID = new GroupId("app");
    static final TopicPartition T0 = new TopicPartition("in", 0);
    static final TopicPartition T1 = new TopicPartition("in", 1);
    static final ProducerIdentity ALICE = new ProducerIdentity(7, 3);
    static final ProducerIdentity BOB = new ProducerIdentity(8, 0);

    final Map<String, byte[]> stored = new LinkedHashMap<>();
    GroupState state = new GroupState(ID);
    int coordinatorEpoch = 1;
    long nowMs = 1000;

    <O> O take(Decision<GroupRecord, O> decision) {
        for (GroupRecord record : decision.records()) {
            state.apply(record);
            byte[] bytes = GroupRecordCodec.encode(record);
            assertThat(GroupRecordCodec.decode(bytes)).isEqualTo(record);
            if (record.isTombstone()) {
                stored.remove(record.key());
            } else {
                stored.put(record.key(), bytes);
            }
        }
        return decision.outcome();
    }

    /** Forgets the state and builds it anew from what is stored. */
    void recover() {
        state = new GroupState(ID);
        stored.values().forEach(bytes -> state.apply(GroupRecordCodec.decode(bytes)));
    }

    GroupMember join(String memberId) {
        return ((JoinOutcome.Joined) take(state.decideJoin(memberId))).member();
    }

    /** Adds an offset of the first partition to a transaction, as somebody who is no member. */
    TxnOffsetOutcome add(ProducerIdentity producer, int sequence, long offset) {
        return add(GroupMember.NONE, producer, sequence, offset);
    }

    TxnOffsetOutcome add(GroupMember member, ProducerIdentity producer, int sequence, long offset) {
        TxnOffsets request = new TxnOffsets(member, producer, sequence, offsets(T0, offset), true);
        return take(state.decideTxnOffsets(request, nowMs));
    }

    CommitOutcome commitPlainly(GroupMember member, long offset) {
        return take(state.decideCommit(member, offsets(T0, offset)));
    }

    static Map<TopicPartition, OffsetAndMetadata> offsets(TopicPartition partition, long offset) {
        return Map.of(partition, new OffsetAndMetadata(offset, "meta"));
    }

    MarkerOutcome commit(ProducerIdentity producer) {
        return mark(producer, TransactionEnd.COMMIT);
    }

    MarkerOutcome abort(ProducerIdentity producer) {
        return mark(producer, TransactionEnd.ABORT);
    }

    private MarkerOutcome mark(ProducerIdentity producer, TransactionEnd end) {
        return take(state.decideMarker(new EndMarker(producer.transaction(), end, coordinatorEpoch), nowMs));
    }

    /** Returns the committed offset of the first partition; -1 if there is none. */
    long committed() {
        OffsetAndMetadata offset = state.committed().get(T0);
        return offset == null ? -1 : offset.offset();
    }
}
