package io.streamwright.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a typed writer does after the log failed to commit, and then to abort. */
final class TopicWriterFailureTest {
    private static final String TOPIC = "lines";
    private static final String WRITER = "copy";

    private final KafkaException diskFull = new KafkaStorageException("disk full");
    private final FailingLog log = new FailingLog(Logs.open("memory:topic-writer-failure", Map.of()));

    @BeforeEach
    void createTopic() {
        log.topics().create(new TopicSpec(TOPIC, 2, Map.of()));
    }

    @AfterEach
    void close() {
        log.real.close();
    }

    @Test
    void abortThatFailed_isMadeUpFor_beforeTheNextTransaction() {
        try (TopicWriter<String, String> writer = open()) {
            // given a disk that is full for a commit, its abort and the next write
            writer.write("a", "dropped");
            log.commitFailures.add(diskFull);
            log.abortFailures.add(diskFull);
            log.abortFailures.add(diskFull);
            assertThatThrownBy(writer::commit).isSameAs(diskFull);
            assertThatThrownBy(() -> writer.write("a", "too early")).isSameAs(diskFull);
            // when it has room again
            writer.write("a", "kept");
            writer.commit();
        }
        // then
        assertThat(values()).containsExactly("kept");
    }

    @Test
    void abortThatFailed_isMadeUpFor_whenTheWriterIsClosed() {
        // given
        TopicWriter<String, String> writer = open();
        writer.write("a", "dropped");
        log.commitFailures.add(diskFull);
        log.abortFailures.add(diskFull);
        assertThatThrownBy(writer::commit).isSameAs(diskFull);
        // when
        writer.close();
        // then
        assertThat(log.aborts).isEqualTo(2);
    }

    @Test
    void commitWhoseAnswerIsLost_letsOnlyANewWriterGoOn() {
        // given
        KafkaException lostAnswer = new KafkaStorageException("the answer is lost");
        try (TopicWriter<String, String> writer = open()) {
            writer.write("a", "one");
            log.lostAnswers.add(lostAnswer);
            log.abortFailures.add(new ProducerFencedException("it was committed"));
            // when
            assertThatThrownBy(() -> writer.commit("1")).isSameAs(lostAnswer);
            // then
            for (Runnable call : List.<Runnable>of(
                    () -> writer.write("a", "two"),
                    writer::commit,
                    () -> writer.commit("2"),
                    writer::committedPosition)) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(KafkaException.class)
                        .hasMessageContainingAll(WRITER, TOPIC, "open the writer again and ask for its position")
                        .hasCause(lostAnswer);
            }
        }
        try (TopicWriter<String, String> again = open()) {
            assertThat(again.committedPosition()).hasValue("1");
        }
        assertThat(values()).containsExactly("one");
    }

    @Test
    void membershipThatCannotBeLeft_leavesNothingElseOpen() {
        // given
        TopicWriter<String, String> writer = open();
        assertThat(writer.committedPosition()).isEmpty();
        log.leaveFailure = diskFull;
        // when
        assertThatThrownBy(writer::close).isSameAs(diskFull);
        // then
        assertThat(log.writersClosed).isEqualTo(1);
    }

    private TopicWriter<String, String> open() {
        return TopicWriter.open(log, TOPIC, new StringSerializer(), new StringSerializer(), WRITER);
    }

    private List<String> values() {
        List<String> values = new ArrayList<>();
        try (TopicReader<String, String> reader =
                TopicReader.open(log, TOPIC, new StringDeserializer(), new StringDeserializer())) {
            reader.readAll().forEach(record -> values.add(record.value()));
        }
        return values;
    }

    /** A log in memory whose writers fail when told to. Owner: the test. */
    private static final class FailingLog implements LogClient {
        private final LogClient real;
        private final Queue<KafkaException> commitFailures = new ArrayDeque<>();
        private final Queue<KafkaException> lostAnswers = new ArrayDeque<>();
        private final Queue<KafkaException> abortFailures = new ArrayDeque<>();
        private @Nullable KafkaException leaveFailure;
        private int aborts;
        private int writersClosed;

        FailingLog(LogClient real) {
            this.real = real;
        }

        @Override
        public LogTopics topics() {
            return real.topics();
        }

        @Override
        public LogReader openReader(ReaderOptions options) {
            return real.openReader(options);
        }

        @Override
        public TransactionalWriter openWriter(WriterOptions options) {
            return new FailingWriter(this, real.openWriter(options));
        }

        @Override
        public GroupMembership join(MemberOptions options) {
            return new FailingMembership(this, real.join(options));
        }

        @Override
        public void close() {
            real.close();
        }
    }

    private record FailingMembership(FailingLog log, GroupMembership real) implements GroupMembership {
        @Override
        public String groupId() {
            return real.groupId();
        }

        @Override
        public String memberId() {
            return real.memberId();
        }

        @Override
        public int generation() {
            return real.generation();
        }

        @Override
        public void close() {
            real.close();
            if (log.leaveFailure != null) {
                throw log.leaveFailure;
            }
        }
    }

    private record FailingWriter(FailingLog log, TransactionalWriter real) implements TransactionalWriter {
        @Override
        public String transactionalId() {
            return real.transactionalId();
        }

        @Override
        public void begin() {
            real.begin();
        }

        @Override
        public void append(
                TopicPartition partition,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                Header[] headers) {
            real.append(partition, timestamp, key, value, headers);
        }

        @Override
        public void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership) {
            real.addOffsets(offsets, membership);
        }

        @Override
        public CompletableFuture<CommitResult> commit() {
            KafkaException failure = log.commitFailures.poll();
            if (failure != null) {
                return CompletableFuture.failedFuture(failure);
            }
            KafkaException lostAnswer = log.lostAnswers.poll();
            if (lostAnswer != null) {
                real.commit().join();
                return CompletableFuture.failedFuture(lostAnswer);
            }
            return real.commit();
        }

        @Override
        public CompletableFuture<@Nullable Void> abort() {
            log.aborts++;
            KafkaException failure = log.abortFailures.poll();
            return failure == null ? real.abort() : CompletableFuture.failedFuture(failure);
        }

        @Override
        public void close() {
            log.writersClosed++;
            real.close();
        }
    }
}
