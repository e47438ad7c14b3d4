package io.streamwright.testing;

import static io.streamwright.testing.FaultyLogSetup.LONG;
import static io.streamwright.testing.FaultyLogSetup.P0;
import static io.streamwright.testing.FaultyLogSetup.append;
import static io.streamwright.testing.FaultyLogSetup.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.TransactionalWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A writer that a fault has struck behaves as one whose log has failed. */
class FaultyWriterTest {
    private final FaultyLogSetup setup = new FaultyLogSetup();
    private final FaultyLog faults = setup.faults;

    @AfterEach
    void close() {
        setup.close();
    }

    // ---- records and offsets

    @Test
    void failedAppend_leavesNothingButAbort() {
        // given
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.APPEND).fail(() -> new InvalidProducerEpochException("struck"));
        // when
        assertThatThrownBy(() -> append(writer, "second")).isInstanceOf(InvalidProducerEpochException.class);
        // then the same comes back from every call
        assertThatThrownBy(() -> append(writer, "third")).isInstanceOf(InvalidProducerEpochException.class);
        assertThatThrownBy(() -> addOffsets(writer)).isInstanceOf(InvalidProducerEpochException.class);
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(InvalidProducerEpochException.class);
        assertThatThrownBy(writer::begin).isInstanceOf(IllegalStateException.class);
        get(writer.abort());
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    @Test
    void appendThatFailsAndCouldBeRepeated_isRepeatedAfterAnAbortOnly() {
        // given
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.APPEND).fail(() -> new TimeoutException("struck"));
        // when
        assertThatThrownBy(() -> append(writer, "second")).isInstanceOf(TimeoutException.class);
        // then
        assertThatThrownBy(() -> append(writer, "second"))
                .isInstanceOf(TransactionAbortableException.class)
                .hasMessageContainingAll("w", "struck", "abort it");
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(TransactionAbortableException.class);
        get(writer.abort());
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    @Test
    void refusedRecord_leavesTheTransactionAsItWas() {
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.APPEND).fail(() -> new RecordTooLargeException("struck"));
        assertThatThrownBy(() -> append(writer, "large")).isInstanceOf(RecordTooLargeException.class);
        faults.at(LogCall.APPEND).fail(() -> new UnknownTopicOrPartitionException("struck"));
        assertThatThrownBy(() -> append(writer, "elsewhere")).isInstanceOf(UnknownTopicOrPartitionException.class);
        append(writer, "second");
        get(writer.commit());
        assertThat(setup.committed()).containsExactly("first", "second");
    }

    @Test
    void appendThatTookEffectAndFailed_isNeverCommitted() {
        // given a record that is in the transaction, whatever the failure says
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.APPEND).afterItTookEffect().fail(() -> new RecordTooLargeException("struck"));
        // when
        assertThatThrownBy(() -> append(writer, "second")).isInstanceOf(RecordTooLargeException.class);
        // then
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(RecordTooLargeException.class);
        get(writer.abort());
        assertThat(setup.committed()).isEmpty();
    }

    @Test
    void failedOffsets_leaveNothingButAbort() {
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.ADD_OFFSETS).fail(() -> new UnknownTopicOrPartitionException("struck"));
        assertThatThrownBy(() -> addOffsets(writer)).isInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> addOffsets(writer)).isInstanceOf(TransactionAbortableException.class);
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(TransactionAbortableException.class);
        get(writer.abort());
        assertThat(setup.committed()).isEmpty();
        assertThat(setup.plain.topics().committedOffsets("app", Set.of(P0))).isEmpty();
    }

    @Test
    void failedBegin_canBeRepeated() {
        TransactionalWriter writer = setup.writer("w");
        faults.at(LogCall.BEGIN).fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(writer::begin).isInstanceOf(TimeoutException.class);
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    @Test
    void failedBeginThatTookEffect_leavesNothingButAbort() {
        TransactionalWriter writer = setup.writer("w");
        faults.at(LogCall.BEGIN).afterItTookEffect().fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(writer::begin).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> append(writer, "first")).isInstanceOf(TransactionAbortableException.class);
        get(writer.abort());
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    // ---- commit

    @Test
    void commitThatDidNotReachTheLog_canBeRepeatedOrAborted() {
        // given
        TransactionalWriter writer = setup.writing("w", "first");
        Fault struck = faults.at(LogCall.COMMIT).times(2).fail(() -> new TimeoutException("struck"));
        // when
        CompletableFuture<CommitResult> commit = writer.commit();
        // then
        assertThatThrownBy(() -> get(commit)).isInstanceOf(TimeoutException.class);
        assertThat(setup.committed()).isEmpty();
        assertThatThrownBy(() -> append(writer, "second"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("commit again, or abort it");
        assertThatThrownBy(writer::begin).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(TimeoutException.class);
        assertThat(struck.fired()).isEqualTo(2);
        assertThat(get(writer.commit()).nextOffsets()).containsEntry(P0, 1L);
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("first", "next");
    }

    @Test
    void commitThatDidNotReachTheLog_isAborted() {
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.COMMIT).fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(TimeoutException.class);
        get(writer.abort());
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    @Test
    void commitWhoseAnswerIsLost_tookEffect_andItsWriterIsDone() {
        // given
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.COMMIT).afterItTookEffect().fail(() -> new TimeoutException("struck"));
        // when
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(TimeoutException.class);
        // then
        assertThat(setup.committed()).containsExactly("first");
        assertThatThrownBy(() -> get(writer.abort())).isInstanceOf(ProducerFencedException.class);
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(ProducerFencedException.class);
        assertThatThrownBy(writer::begin).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> append(writer, "second")).isInstanceOf(IllegalStateException.class);
        commitNext(setup.writer("w"), "next");
        assertThat(setup.committed()).containsExactly("first", "next");
    }

    @Test
    void commitThatTheLogRefuses_isNotStruckAfterItsEffect() {
        TransactionalWriter old = setup.writing("w", "first");
        Fault struck = faults.at(LogCall.COMMIT).afterItTookEffect().fail(() -> new TimeoutException("struck"));
        setup.writer("w");
        assertThatThrownBy(() -> get(old.commit()))
                .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        assertThat(struck.fired()).isZero();
    }

    @Test
    void commitWhoseAnswerIsHeld_keepsItsWriterWaiting_andNobodyElse() throws InterruptedException {
        // given
        TransactionalWriter writer = setup.writing("w", "first");
        Fault held = faults.at(LogCall.COMMIT).ofWriter("w").afterItTookEffect().hold();
        // when
        CompletableFuture<CommitResult> commit = writer.commit();
        held.awaitFired(LONG);
        // then
        assertThat(commit).isNotDone();
        assertThat(setup.committed()).containsExactly("first");
        assertThatThrownBy(writer::begin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("still being ended");
        assertThatThrownBy(writer::abort).isInstanceOf(IllegalStateException.class);
        commitNext(setup.writer("other"), "other");
        held.release();
        assertThat(get(commit).nextOffsets()).containsEntry(P0, 1L);
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("first", "other", "next");
    }

    @Test
    void commitWhoseAnswerIsHeldAndLost_failsWhenItIsReleased() throws InterruptedException {
        TransactionalWriter writer = setup.writing("w", "first");
        Fault held = faults.at(LogCall.COMMIT).afterItTookEffect().holdThenFail(() -> new NetworkException("struck"));
        CompletableFuture<CommitResult> commit = writer.commit();
        held.awaitFired(LONG);
        assertThat(commit).isNotDone();
        held.release();
        assertThatThrownBy(() -> get(commit)).isInstanceOf(NetworkException.class);
        assertThatThrownBy(() -> get(writer.abort())).isInstanceOf(ProducerFencedException.class);
    }

    // ---- abort

    @Test
    void abortThatDidNotReachTheLog_isRepeated_andNothingIsCommitted() {
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.ABORT).fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(() -> get(writer.abort())).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(TransactionAbortableException.class);
        assertThatThrownBy(writer::begin).isInstanceOf(IllegalStateException.class);
        get(writer.abort());
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    @Test
    void abortWhoseAnswerIsLost_tookEffect_andIsRepeated() {
        TransactionalWriter writer = setup.writing("w", "first");
        faults.at(LogCall.ABORT).afterItTookEffect().fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(() -> get(writer.abort())).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> append(writer, "second")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::begin).isInstanceOf(IllegalStateException.class);
        get(writer.abort());
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    @Test
    void abortWhoseAnswerIsHeld_completesWhenItIsReleased() throws InterruptedException {
        TransactionalWriter writer = setup.writing("w", "first");
        Fault held = faults.at(LogCall.ABORT).afterItTookEffect().hold();
        CompletableFuture<Void> abort = writer.abort();
        held.awaitFired(LONG);
        assertThat(abort).isNotDone();
        held.release();
        get(abort);
        commitNext(writer, "next");
        assertThat(setup.committed()).containsExactly("next");
    }

    // ---- which calls

    @Test
    void faultOfOneWriter_leavesOthersAlone() {
        faults.at(LogCall.COMMIT).ofWriter("w").always().fail(() -> new TimeoutException("struck"));
        TransactionalWriter struck = setup.writing("w", "struck");
        commitNext(setup.writer("other"), "other");
        assertThatThrownBy(() -> get(struck.commit())).isInstanceOf(TimeoutException.class);
        assertThat(setup.committed()).containsExactly("other");
    }

    @Test
    void faultOfACertainRecord_strikesTransactionsThatHaveIt() {
        // given a record that the log refuses when it is committed
        Fault poison = faults.at(LogCall.COMMIT)
                .withRecord(record -> valueOf(record).equals("poison"))
                .always()
                .fail(() -> new RecordTooLargeException("struck"));
        TransactionalWriter writer = setup.writer("w");
        commitNext(writer, "first");
        // when
        writer.begin();
        append(writer, "poison");
        append(writer, "behind it");
        // then
        assertThatThrownBy(() -> get(writer.commit())).isInstanceOf(RecordTooLargeException.class);
        get(writer.abort());
        commitNext(writer, "next");
        assertThat(poison.fired()).isEqualTo(1);
        assertThat(setup.committed()).containsExactly("first", "next");
    }

    @Test
    void faultOfACertainRecord_strikesItsAppend() {
        Fault poison = faults.at(LogCall.APPEND)
                .ofTopic(P0.topic())
                .withRecord(record -> valueOf(record).equals("poison"))
                .always()
                .fail(() -> new RecordTooLargeException("struck"));
        TransactionalWriter writer = setup.writing("w", "first");
        assertThatThrownBy(() -> append(writer, "poison")).isInstanceOf(RecordTooLargeException.class);
        append(writer, "last");
        get(writer.commit());
        assertThat(poison.fired()).isEqualTo(1);
        assertThat(setup.committed()).containsExactly("first", "last");
    }

    @Test
    void heldAppend_keepsItsThreadUntilItIsReleased() throws InterruptedException {
        // given
        Fault held = faults.at(LogCall.APPEND).hold();
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            commitNext(setup.writer("w"), "late");
            done.complete(true);
        });
        // when
        thread.start();
        held.awaitFired(LONG);
        // then
        await().atMost(LONG).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        assertThat(setup.committed()).isEmpty();
        held.release();
        assertThat(get(done)).isTrue();
        assertThat(setup.committed()).containsExactly("late");
    }

    private static String valueOf(ProducerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    private void addOffsets(TransactionalWriter writer) {
        try (GroupMembership member = setup.plain.join("app")) {
            writer.addOffsets(Map.of(P0, new OffsetAndMetadata(1)), member);
        }
    }

    private static void commitNext(TransactionalWriter writer, String value) {
        writer.begin();
        append(writer, value);
        get(writer.commit());
    }
}
