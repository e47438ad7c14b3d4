package io.streamwright.log;

import static io.streamwright.log.LogContractSteps.append;
import static io.streamwright.log.LogContractSteps.commit;
import static io.streamwright.log.LogContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

/** What a log must do with topics, and what it keeps when it is opened again. */
interface TopicContract extends LogContractSteps {
    // ---- topics

    @Test
    default void topic_isDescribedAsCreated() {
        log().topics().create(new TopicSpec("other", 5, Map.of("cleanup.policy", "compact")));
        assertThat(log().topics().describe("other"))
                .hasValue(new TopicSpec("other", 5, Map.of("cleanup.policy", "compact")));
        assertThat(log().topics().describe("nowhere")).isEmpty();
        assertThat(log().topics().names()).contains("words", "other");
    }

    @Test
    default void secondCreation_isRefused() {
        assertThatThrownBy(() -> log().topics().create(new TopicSpec("words", 9, Map.of())))
                .isInstanceOf(TopicExistsException.class)
                .hasMessageContaining("words");
        assertThat(log().topics().describe("words").orElseThrow().partitions()).isEqualTo(2);
    }

    @Test
    default void illegalTopicNames_areRefused() {
        for (String name : List.of("", ".", "..", "a b", "ä", "x".repeat(250))) {
            assertThatThrownBy(() -> log().topics().create(new TopicSpec(name, 1, Map.of())))
                    .isInstanceOf(InvalidTopicException.class);
        }
    }

    @Test
    default void boundsOfUnknownPartitions_areRefused() {
        assertThatThrownBy(() -> log().topics().stableOffsets(Set.of(new TopicPartition("words", 2))))
                .isInstanceOf(UnknownTopicOrPartitionException.class)
                .hasMessageContaining("words-2");
    }

    @Test
    default void deletedRecords_areOutOfRange_andTheOthersStay() {
        // given
        commitValues("w", P0, "a", "b");
        commitValues("w", P0, "c");
        LogReader reader = reader(P0);
        // when
        log().topics().deleteRecordsBefore(Map.of(P0, 3L));
        // then
        assertThat(log().topics().startOffsets(Set.of(P0))).containsEntry(P0, 3L);
        assertThatThrownBy(() -> reader.poll(LONG)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(committedValues(P0)).containsExactly("c");
        log().topics().deleteRecordsBefore(Map.of(P0, 1L));
        assertThat(log().topics().startOffsets(Set.of(P0))).containsEntry(P0, 3L);
    }

    // ---- reopening

    @Test
    default void everythingCommitted_isThereAfterReopening() {
        // given
        GroupMembership member = log().join("app");
        TransactionalWriter writer = writer("w");
        writer.begin();
        append(writer, P0, "a", "b");
        writer.addOffsets(Map.of(P1, new OffsetAndMetadata(7, "m")), member);
        commit(writer);
        writer.begin();
        append(writer, P0, "aborted");
        get(writer.abort());
        writer.begin();
        append(writer, P0, "c");
        commit(writer);
        log().topics().deleteRecordsBefore(Map.of(P0, 1L));
        // when
        reopen();
        // then
        assertThat(committedValues(P0)).containsExactly("b", "c");
        assertThat(log().topics().committedOffsets("app", Set.of(P1)))
                .containsOnly(Map.entry(P1, new OffsetAndMetadata(7, "m")));
        assertThat(log().topics().describe("words")).hasValue(new TopicSpec("words", 2, Map.of()));
        assertThat(log().join("app").generation()).isGreaterThan(member.generation());
    }

    @Test
    default void transactionThatWasOpenWhenTheLogClosed_isEndedByItsIdsNextOwner() {
        // given
        TransactionalWriter writer = writer("w");
        writer.begin();
        appendSeveralBatches(writer, P0);
        commitValues("other", P0, "other");
        // when
        reopen();
        assertThat(log().topics().stableOffsets(Set.of(P0))).containsEntry(P0, 0L);
        writer("w");
        // then
        assertThat(committedValues(P0)).containsExactly("other");
    }
}
