package io.streamwright.log;

import static io.streamwright.log.LogContractSteps.append;
import static io.streamwright.log.LogContractSteps.commit;
import static io.streamwright.log.LogContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.Test;

/** How a log treats writers whose time is over. */
interface FencingContract extends LogContractSteps {
    // ---- fencing

    @Test
    default void appendByOldOwner_isFenced_andWritesNothing() {
        // given
        TransactionalWriter old = writer("w");
        old.begin();
        append(old, P0, "old");
        writer("w");
        // when the batch is sent with the commit at the latest
        assertThatThrownBy(() -> commit(old))
                .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        // then
        assertThat(committedValues(P0)).isEmpty();
    }

    @Test
    default void commitByOldOwner_isFenced_andItsTransactionIsAborted() {
        // given
        TransactionalWriter old = writer("w");
        old.begin();
        appendSeveralBatches(old, P0);
        // when
        TransactionalWriter current = writer("w");
        assertThatThrownBy(() -> commit(old))
                .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        // then
        current.begin();
        append(current, P0, "current");
        commit(current);
        assertThat(committedValues(P0)).containsExactly("current");
    }

    @Test
    default void abortByOldOwner_isFenced_andHarmsNobody() {
        // given
        TransactionalWriter old = writer("w");
        old.begin();
        appendSeveralBatches(old, P0);
        TransactionalWriter current = writer("w");
        current.begin();
        append(current, P0, "current");
        // when
        assertThatThrownBy(() -> get(old.abort())).isInstanceOf(ProducerFencedException.class);
        // then
        commit(current);
        assertThat(committedValues(P0)).containsExactly("current");
    }

    @Test
    default void openingAnId_endsItsOldTransactionBeforeItReturns() {
        // given
        TransactionalWriter old = writer("w");
        old.begin();
        appendSeveralBatches(old, P0);
        commitValues("other", P0, "other");
        // when
        writer("w");
        // then
        assertThat(committedValues(P0)).containsExactly("other");
    }

    @Test
    default void transactionTimeoutAboveTheLogsLimit_isRefused() {
        assertThatThrownBy(() -> log().openWriter(new WriterOptions("w", Duration.ofDays(1), LONG)))
                .isInstanceOf(InvalidTxnTimeoutException.class)
                .hasMessageContaining("w");
    }

    // ---- timeout

    @Test
    default void transactionOlderThanItsTimeout_isAborted_andItsWriterGoesOnAfterAbort() {
        // given
        TransactionalWriter writer = log().openWriter(new WriterOptions("w", shortTimeout(), LONG));
        writer.begin();
        appendSeveralBatches(writer, P0);
        commitValues("other", P0, "other");
        assertThat(log().topics().stableOffsets(Set.of(P0))).containsEntry(P0, 0L);
        // when
        passTime(shortTimeout().plusSeconds(1));
        // then
        await().atMost(LONG)
                .until(() -> log().topics().stableOffsets(Set.of(P0)).get(P0) > 0);
        assertThat(committedValues(P0)).containsExactly("other");
        assertThatThrownBy(() -> commit(writer))
                .isInstanceOfAny(TransactionAbortableException.class, InvalidProducerEpochException.class);
        get(writer.abort());
        writer.begin();
        append(writer, P0, "again");
        commit(writer);
        assertThat(committedValues(P0)).containsExactly("other", "again");
    }
}
