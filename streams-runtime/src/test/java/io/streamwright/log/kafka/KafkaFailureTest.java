package io.streamwright.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.TransactionApi;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogRecord;
import io.streamwright.log.Logs;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What a broker can be made to answer, by the category that the engine acts on; and what members live through. */
final class KafkaFailureTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final KafkaBroker broker = KafkaBroker.shared();

    @TempDir
    private Path home;

    private String name;
    private TopicPartition partition;
    private LogClient log;

    @BeforeEach
    void open(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName();
        partition = new TopicPartition(name, 0);
        log = Logs.open(broker.address(), Map.of());
        log.topics().create(new TopicSpec(name, 1, Map.of()));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void secondWriterOfAnId_makesTheFirstOpenAnew() {
        TransactionalWriter old = writer();
        begin(old, "old");
        writer();

        Throwable failure = failureOf(old.commit());

        assertThat(categoryOf(failure, TransactionApi.TRANSACTION)).isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
    }

    @Test
    void transactionOverARestartOfTheBroker_isCommittedWhole() throws Exception {
        TransactionalWriter writer = writer();
        GroupMembership member = log.join(name);
        begin(writer, "before");
        broker.kill();
        CompletableFuture<?> commit;
        try {
            append(writer, "while it is away");
            writer.addOffsets(Map.of(partition, new OffsetAndMetadata(1)), member);
            commit = writer.commit();
        } finally {
            broker.start();
        }

        // The broker has everything in a file of the operating system, and its coordinator comes back with it.
        commit.get(LONG.toSeconds(), TimeUnit.SECONDS);

        assertThat(log.topics().stableOffsets(Set.of(partition))).containsEntry(partition, 3L);
        assertThat(log.topics().committedOffsets(name, Set.of(partition)))
                .containsEntry(partition, new OffsetAndMetadata(1));
    }

    @Test
    void commitThatGetsNoAnswer_hasAnUnknownOutcome_andOpeningTheIdDecidesIt() {
        TransactionalWriter writer =
                log.openWriter(new WriterOptions(name, Duration.ofMinutes(1), Duration.ofSeconds(2)));
        begin(writer, "a");
        broker.kill();
        Throwable failure;
        try {
            failure = failureOf(writer.commit());

            assertThat(failure).isInstanceOf(TimeoutException.class);
            assertThat(categoryOf(failureOf(writer.abort()), TransactionApi.TRANSACTION))
                    .isEqualTo(ErrorCategory.APPLICATION_RECOVERABLE);
        } finally {
            broker.start();
        }
        writer.close();
        TransactionalWriter next = writer();
        begin(next, "b");
        next.commit().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
        // Either both records with their markers, or an abort marker behind the first, or nothing of it at all.
        assertThat(log.topics().stableOffsets(Set.of(partition)).get(partition)).isIn(2L, 4L);
    }

    @Test
    void topicDeletedInMidTransaction_canBeAborted_andTheWriterGoesOn() {
        log.topics().create(new TopicSpec(name + "-other", 1, Map.of()));
        TransactionalWriter writer =
                log.openWriter(new WriterOptions(name, Duration.ofMinutes(1), Duration.ofSeconds(4)));
        begin(writer, "a");
        TopicPartition unknown = new TopicPartition(name, 1);
        assertThatThrownBy(() -> writer.append(unknown, 1, null, null, LogRecord.NO_HEADERS))
                .isInstanceOf(UnknownTopicOrPartitionException.class)
                .hasMessageContaining(unknown.toString());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            KafkaFailures.await(admin.deleteTopics(Set.of(name)).all());
        }
        writer.abort().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();

        writer.begin();
        writer.append(new TopicPartition(name + "-other", 0), 1, null, null, LogRecord.NO_HEADERS);
        assertThat(writer.commit()
                        .orTimeout(LONG.toSeconds(), TimeUnit.SECONDS)
                        .join()
                        .nextOffsets())
                .hasSize(1);
    }

    @Test
    void compressedRecordThatOnlyTheBrokerFindsTooLarge_makesTheTransactionAbortable() {
        log.topics().create(new TopicSpec(name + "-small", 1, Map.of("max.message.bytes", "500")));
        TopicPartition small = new TopicPartition(name + "-small", 0);
        try (LogClient compressing = Logs.open(broker.address(), Map.of("producer.compression.type", "gzip"))) {
            TransactionalWriter writer = compressing.openWriter(new WriterOptions(name, Duration.ofMinutes(1), LONG));
            writer.begin();
            writer.append(small, 1, null, "x".repeat(5_000).getBytes(StandardCharsets.UTF_8), LogRecord.NO_HEADERS);
            writer.commit().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
            writer.begin();
            byte[] incompressible = new byte[5_000];
            new Random(1).nextBytes(incompressible);
            writer.append(small, 1, null, incompressible, LogRecord.NO_HEADERS);

            assertThat(failureOf(writer.commit())).isInstanceOf(RecordTooLargeException.class);

            writer.abort().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
            writer.begin();
            writer.append(small, 1, null, null, LogRecord.NO_HEADERS);
            writer.commit().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
        }
    }

    @Test
    void recordAboveTheProducersLimit_isRefused_andTheTransactionGoesOn() {
        try (LogClient limited = Logs.open(broker.address(), Map.of("producer.max.request.size", "1000"))) {
            TransactionalWriter writer = limited.openWriter(new WriterOptions(name, Duration.ofMinutes(1), LONG));
            writer.begin();
            assertThatThrownBy(() -> append(writer, "x".repeat(1000)))
                    .isInstanceOf(RecordTooLargeException.class)
                    .hasMessageContaining("max.request.size=1000");
            append(writer, "fits");
            writer.commit().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
        }
    }

    @Test
    void settingThatCannotWork_isNamed() {
        assertThatThrownBy(() -> Logs.open(broker.address(), Map.of("admin.security.protocol", "NONSENSE")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("security.protocol");
    }

    @Test
    void crashedMember_isBackAtOnce_andItsFormerSelfCommitsNothing() throws Exception {
        GroupMembership crashed = MemberProcess.joinAndBeKilled(broker.address(), name, home);

        // Its session of 45 s is not over, and joining waits for less than that.
        GroupMembership back = log.join(new MemberOptions(name, Set.of(name), home));

        assertThat(back.memberId()).isNotEqualTo(crashed.memberId());

        TransactionalWriter writer = writer();
        begin(writer, "a");
        writer.addOffsets(Map.of(partition, new OffsetAndMetadata(1)), crashed);
        assertThat(failureOf(writer.commit())).isInstanceOf(CommitFailedException.class);
        writer.abort().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
        begin(writer, "b");
        writer.addOffsets(Map.of(partition, new OffsetAndMetadata(2)), back);
        writer.commit().orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Test
    void memberElsewhere_isRefusedWithWhoIsThere() {
        try (LogClient first = Logs.open(broker.address(), Map.of("client.id", "the-first"))) {
            GroupMembership member = first.join(new MemberOptions(name, Set.of(name), home));
            int generation = member.generation();

            assertThatThrownBy(() -> log.join(name))
                    .isInstanceOf(GroupMaxSizeReachedException.class)
                    .hasMessageContainingAll(name, "the-first");

            assertThat(member.generation()).isEqualTo(generation);
        }
        assertThat(log.join(name).generation()).isPositive();
    }

    private TransactionalWriter writer() {
        return log.openWriter(new WriterOptions(name, Duration.ofMinutes(1), LONG));
    }

    private void begin(TransactionalWriter writer, String value) {
        writer.begin();
        append(writer, value);
    }

    private void append(TransactionalWriter writer, String value) {
        writer.append(partition, 1, null, value.getBytes(StandardCharsets.UTF_8), LogRecord.NO_HEADERS);
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        try {
            throw new AssertionError("succeeded: " + future.get(LONG.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException failure) {
            return failure.getCause();
        } catch (InterruptedException | java.util.concurrent.TimeoutException failure) {
            throw new AssertionError(failure);
        }
    }

    private static ErrorCategory categoryOf(Throwable failure, TransactionApi api) {
        return ErrorClassifier.standard().classify(failure, api);
    }
}
