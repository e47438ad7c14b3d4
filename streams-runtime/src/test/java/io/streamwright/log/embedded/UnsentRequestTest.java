package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.execution.LogLimits;
import io.streamwright.log.embedded.execution.LogRequest;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a writer does about a request that never reached the log: here the log has no room and the thread is interrupted. */
final class UnsentRequestTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    /** Room for one request. */
    private static final LogLimits LIMITS = new LogLimits(
            LogLimits.DEFAULT.coordinator(),
            LogLimits.DEFAULT.tailCacheBytes(),
            LogRequest.SMALL_BYTES,
            LogLimits.DEFAULT.producerExpiryMs());

    private final FaultyLogStorage storage = new FaultyLogStorage();
    private final EmbeddedLog opened =
            EmbeddedLog.start(storage, EmbeddedLogSettings.DEFAULT.with(LIMITS), new FakeClock());
    private final LogClient log = opened.client();
    private TransactionalWriter writer;
    private TransactionalWriter other;

    @BeforeEach
    void openWriters() {
        log.topics().create(new TopicSpec("t", 1, Map.of()));
        writer = openWriter("w");
        other = openWriter("other");
    }

    private TransactionalWriter openWriter(String id) {
        return log.openWriter(new WriterOptions(id, Duration.ofMinutes(1), Duration.ofSeconds(20)));
    }

    @AfterEach
    void close() {
        opened.close();
    }

    private static void append(TransactionalWriter to, String value) {
        to.append(P0, 1, null, value.getBytes(StandardCharsets.UTF_8), LogRecord.NO_HEADERS);
    }

    private void appendSeveralBatches() {
        for (int i = 0; i < 2000; i++) {
            append(writer, "record number " + i + " of a transaction that is larger than one batch of the log is");
        }
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    /** Does it while another request waits for the disk and the thread is interrupted. */
    private void whileNothingCanBeSent(Runnable what) throws Exception {
        other.begin();
        append(other, "other");
        // A reply to a question: everything before it is written, so that the gate stops nothing but the commit.
        log.topics().committedOffsets("nobody", Set.of(P0));
        CountDownLatch gate = storage.closeGate();
        CompletableFuture<CommitResult> otherCommit = other.commit();
        Thread.currentThread().interrupt();
        try {
            what.run();
        } finally {
            Thread.interrupted();
            gate.countDown();
        }
        get(otherCommit);
    }

    private List<String> committed() {
        List<String> values = new ArrayList<>();
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(P0));
            reader.seek(P0, 0);
            long end = log.topics().stableOffsets(Set.of(P0)).get(P0);
            while (reader.position(P0) < end) {
                reader.poll(Duration.ofSeconds(20))
                        .forEach(fetched -> fetched.records()
                                .forEach(record -> values.add(new String(record.value(), StandardCharsets.UTF_8))));
            }
        }
        return values;
    }

    private void assertThatTheWriterGoesOn() throws Exception {
        get(writer.abort());
        writer.begin();
        append(writer, "next");
        get(writer.commit());
        assertThat(committed()).containsExactly("other", "next");
    }

    @Test
    void batchThatCouldNotBeSent_keepsTheTransactionFromCommitting() throws Exception {
        // given
        writer.begin();
        // when
        whileNothingCanBeSent(
                () -> assertThatThrownBy(this::appendSeveralBatches).isInstanceOf(InterruptException.class));
        // then
        assertThatThrownBy(() -> append(writer, "more")).isInstanceOf(TransactionAbortableException.class);
        assertThatThrownBy(() -> get(writer.commit()))
                .hasCauseInstanceOf(TransactionAbortableException.class)
                .hasRootCauseInstanceOf(InterruptedException.class);
        assertThat(committed()).containsExactly("other");
        assertThatTheWriterGoesOn();
    }

    @Test
    void commitThatCouldNotBeSent_failsItsFuture_andTheTransactionCanBeAborted() throws Exception {
        // given
        writer.begin();
        append(writer, "a");
        List<CompletableFuture<CommitResult>> commits = new ArrayList<>();
        // when
        whileNothingCanBeSent(() -> commits.add(writer.commit()));
        // then
        assertThatThrownBy(() -> get(commits.get(0))).hasCauseInstanceOf(InterruptException.class);
        assertThatThrownBy(() -> get(writer.commit())).hasCauseInstanceOf(TransactionAbortableException.class);
        assertThat(committed()).containsExactly("other");
        assertThatTheWriterGoesOn();
    }

    @Test
    void abortThatCouldNotBeSent_failsItsFuture_andCanBeTriedAgain() throws Exception {
        // given
        writer.begin();
        appendSeveralBatches();
        List<CompletableFuture<Void>> aborts = new ArrayList<>();
        // when
        whileNothingCanBeSent(() -> aborts.add(writer.abort()));
        // then
        assertThatThrownBy(() -> get(aborts.get(0))).hasCauseInstanceOf(InterruptException.class);
        assertThatTheWriterGoesOn();
    }

    @Test
    void offsetsThatCouldNotBeAdded_keepTheTransactionFromCommitting() throws Exception {
        // given
        GroupMembership member = log.join("app");
        writer.begin();
        append(writer, "without its offsets");
        // when
        assertThatThrownBy(() -> writer.addOffsets(null, member)).isInstanceOf(NullPointerException.class);
        // then
        assertThatThrownBy(() -> get(writer.commit())).hasCauseInstanceOf(TransactionAbortableException.class);
        get(writer.abort());
        assertThat(committed()).isEmpty();
    }

    @Test
    void commitOnAClosedLog_failsItsFuture_andLeavesNothingUnderWay() {
        // given
        writer.begin();
        append(writer, "a");
        opened.close();
        // when
        CompletableFuture<CommitResult> commit = writer.commit();
        // then
        assertThatThrownBy(() -> get(commit))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> get(writer.abort()))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void interruptedThread_sendsWhatTheLogHasRoomFor() {
        try (EmbeddedLog roomy =
                EmbeddedLog.start(new FaultyLogStorage(), EmbeddedLogSettings.DEFAULT, new FakeClock())) {
            // given
            GroupMembership member = roomy.client().join("app");
            // when
            Thread.currentThread().interrupt();
            try {
                member.close();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            // then its leave has arrived
            assertThat(roomy.client().join("app").generation()).isGreaterThan(member.generation());
        }
    }
}
