package io.streamwright.log;

import static io.streamwright.log.LogContractSteps.append;
import static io.streamwright.log.LogContractSteps.commit;
import static io.streamwright.log.LogContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;
import org.junit.jupiter.api.Test;

/** How committed offsets go with transactions and groups. */
interface OffsetContract extends LogContractSteps {

    @Test
    default void offsets_areCommittedWithTheRecords() {
        // given
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a");
        writer.addOffsets(Map.of(P1, new OffsetAndMetadata(17, "meta")), member);
        // when
        commit(writer);
        // then
        assertThat(log().topics().committedOffsets("app", Set.of(P0, P1)))
                .containsOnly(Map.entry(P1, new OffsetAndMetadata(17, "meta")));
        member.close();
    }

    @Test
    default void offsetsOfAbortedTransaction_areForgotten() {
        // given
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        writer.addOffsets(Map.of(P1, new OffsetAndMetadata(17)), member);
        commit(writer);
        // when
        writer.begin();
        append(writer, P0, "a");
        writer.addOffsets(Map.of(P1, new OffsetAndMetadata(18)), member);
        get(writer.abort());
        // then
        assertThat(log().topics().committedOffsets("app", Set.of(P1)))
                .containsOnly(Map.entry(P1, new OffsetAndMetadata(17)));
    }

    @Test
    default void transactionWithOffsetsAlone_commitsThem() {
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        writer.addOffsets(Map.of(P0, new OffsetAndMetadata(3)), member);
        assertThat(commit(writer).nextOffsets()).isEmpty();
        assertThat(log().topics().committedOffsets("app", Set.of(P0)))
                .containsOnly(Map.entry(P0, new OffsetAndMetadata(3)));
    }

    @Test
    default void offsetsAddedTwice_theLaterOnesHold() {
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        writer.addOffsets(Map.of(P0, new OffsetAndMetadata(3), P1, new OffsetAndMetadata(9)), member);
        writer.addOffsets(Map.of(P0, new OffsetAndMetadata(4)), member);
        commit(writer);
        assertThat(log().topics().committedOffsets("app", Set.of(P0, P1)))
                .containsOnly(Map.entry(P0, new OffsetAndMetadata(4)), Map.entry(P1, new OffsetAndMetadata(9)));
    }

    @Test
    default void offsetsOfUndecidedTransaction_areUnstable() {
        // given a transaction whose offsets are on the log, as a batch was sent behind them
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        writer.addOffsets(Map.of(P1, new OffsetAndMetadata(17)), member);
        appendSeveralBatches(writer, P0);
        // then
        await().atMost(LONG)
                .untilAsserted(() -> assertThatThrownBy(() -> log().topics().committedOffsets("app", Set.of(P1)))
                        .isInstanceOf(UnstableOffsetCommitException.class));
        commit(writer);
        assertThat(log().topics().committedOffsets("app", Set.of(P1)))
                .containsOnly(Map.entry(P1, new OffsetAndMetadata(17)));
    }

    @Test
    default void offsetsOfAnOlderGeneration_areFenced_andTheTransactionCannotCommit() {
        // given
        GroupMembership old = log().join("app");
        old.close();
        GroupMembership current = log().join("app");
        assertThat(current.generation()).isGreaterThan(old.generation());
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a");
        writer.addOffsets(Map.of(P1, new OffsetAndMetadata(17)), old);
        // when
        assertThatThrownBy(() -> commit(writer)).isInstanceOf(CommitFailedException.class);
        // then
        get(writer.abort());
        assertThat(committedValues(P0)).isEmpty();
        assertThat(log().topics().committedOffsets("app", Set.of(P1))).isEmpty();
    }

    @Test
    default void metadataThatIsTooLong_isRefused() {
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        assertThatThrownBy(() -> {
                    writer.addOffsets(Map.of(P0, new OffsetAndMetadata(1, "x".repeat(5000))), member);
                    commit(writer);
                })
                .isInstanceOf(OffsetMetadataTooLarge.class);
    }

    @Test
    default void transactionWhoseOffsetsWereRefused_neverCommits_andCanBeAborted() {
        // given
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "without its offsets");
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.of(P0, new OffsetAndMetadata(1, "x".repeat(5000)));
        try {
            writer.addOffsets(offsets, member);
        } catch (OffsetMetadataTooLarge refused) {
            // or the commit says so
        }
        // when
        assertThatThrownBy(() -> commit(writer)).isInstanceOf(KafkaException.class);
        // then
        get(writer.abort());
        assertThat(committedValues(P0)).isEmpty();
        writer.begin();
        append(writer, P0, "next");
        commit(writer);
        assertThat(committedValues(P0)).containsExactly("next");
    }

    @Test
    default void secondMember_isRefused_untilTheFirstLeaves() {
        GroupMembership first = log().join("app");
        assertThatThrownBy(() -> log().join("app"))
                .isInstanceOf(GroupMaxSizeReachedException.class)
                .hasMessageContaining("app");
        first.close();
        assertThat(log().join("app").generation()).isGreaterThan(first.generation());
    }
}
