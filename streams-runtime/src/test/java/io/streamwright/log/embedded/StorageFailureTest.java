package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.CommitResult;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import io.streamwright.log.embedded.storage.FaultyLogStorage.Failure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens when storage cannot write: the round fails, and the log goes on from what is stored. */
final class StorageFailureTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);

    private final FakeClock clock = new FakeClock();
    private final FaultyLogStorage storage = new FaultyLogStorage();
    private LogClient log;
    private TransactionalWriter writer;

    @BeforeEach
    void open() {
        log = EmbeddedLog.byHand(storage, EmbeddedLogSettings.DEFAULT, clock).client();
        log.topics().create(new TopicSpec("t", 1, Map.of()));
        writer = openWriter();
        writer.begin();
        append("first");
        writer.commit().join();
    }

    private TransactionalWriter openWriter() {
        return log.openWriter(new WriterOptions("w", Duration.ofMinutes(1), Duration.ofSeconds(5)));
    }

    private void append(String value) {
        writer.append(P0, 1, null, value.getBytes(StandardCharsets.UTF_8), LogRecord.NO_HEADERS);
    }

    private void appendSeveralBatches() {
        for (int i = 0; i < 2000; i++) {
            append("record number " + i + " of a transaction that is larger than one batch of the log is");
        }
    }

    private List<String> committed() {
        List<String> values = new ArrayList<>();
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(P0));
            reader.seek(P0, 0);
            while (reader.position(P0) < log.topics().stableOffsets(Set.of(P0)).get(P0)) {
                reader.poll(Duration.ZERO)
                        .forEach(fetched -> fetched.records()
                                .forEach(record -> values.add(new String(record.value(), StandardCharsets.UTF_8))));
            }
        }
        return values;
    }

    @Test
    void commitThatCannotBeWritten_fails_andSucceedsWhenItIsTriedAgain() {
        // given
        writer.begin();
        appendSeveralBatches();
        storage.failNextWrite(Failure.NOTHING_WRITTEN);
        // when the last batch and the decision are one write
        CompletableFuture<CommitResult> failed = writer.commit();
        // then
        assertThatThrownBy(failed::join).hasCauseInstanceOf(KafkaStorageException.class);
        assertThat(committed()).containsExactly("first");
        // the last batch is lost, so this transaction can only be aborted
        assertThatThrownBy(() -> writer.commit().join()).hasCauseInstanceOf(TransactionAbortableException.class);
        writer.abort().join();
        writer.begin();
        append("second");
        writer.commit().join();
        assertThat(committed()).containsExactly("first", "second");
    }

    @Test
    void commitWhoseAnswerIsLost_isFoundCommitted_whenTheIdIsOpenedAnew() {
        // given
        writer.begin();
        append("second");
        storage.failNextWrite(Failure.ANSWER_LOST);
        // when
        assertThatThrownBy(() -> writer.commit().join()).hasCauseInstanceOf(KafkaStorageException.class);
        // then
        writer = openWriter();
        assertThat(committed()).containsExactly("first", "second");
        writer.begin();
        append("third");
        writer.commit().join();
        assertThat(committed()).containsExactly("first", "second", "third");
    }

    @Test
    void batchThatCannotBeWritten_failsTheNextCall_andTheTransactionCanBeAborted() {
        // given
        writer.begin();
        storage.failNextWrite(Failure.NOTHING_WRITTEN);
        // when
        assertThatThrownBy(this::appendSeveralBatches)
                .isInstanceOf(TransactionAbortableException.class)
                .hasMessageContaining("the disk is full")
                .hasCauseInstanceOf(KafkaStorageException.class);
        // then
        writer.abort().join();
        writer.begin();
        append("second");
        writer.commit().join();
        assertThat(committed()).containsExactly("first", "second");
    }

    @Test
    void topicThatCannotBeWritten_doesNotExist_andCanBeCreatedLater() {
        storage.failNextWrite(Failure.NOTHING_WRITTEN);
        assertThatThrownBy(() -> log.topics().create(new TopicSpec("u", 1, Map.of())))
                .isInstanceOf(KafkaStorageException.class);
        assertThat(log.topics().describe("u")).isEmpty();
        log.topics().create(new TopicSpec("u", 1, Map.of()));
        assertThat(log.topics().describe("u")).isPresent();
    }

    @Test
    void member_staysAMember_overAFailedWrite() {
        var member = log.join("app");
        storage.failNextWrite(Failure.NOTHING_WRITTEN);
        assertThatThrownBy(() -> log.topics().create(new TopicSpec("u", 1, Map.of())))
                .isInstanceOf(KafkaStorageException.class);
        writer.begin();
        append("second");
        writer.addOffsets(Map.of(P0, new OffsetAndMetadata(5)), member);
        writer.commit().join();
        assertThat(log.topics().committedOffsets("app", Set.of(P0)).get(P0).offset())
                .isEqualTo(5);
    }

    @Test
    void memberWhoseJoinWasLost_isNoMember() {
        storage.failNextWrite(Failure.ANSWER_LOST);
        assertThatThrownBy(() -> log.join("app")).isInstanceOf(KafkaStorageException.class);
        assertThat(log.join("app").generation()).isGreaterThan(1);
    }
}
