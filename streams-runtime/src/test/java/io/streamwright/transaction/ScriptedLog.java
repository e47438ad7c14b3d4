package io.streamwright.transaction;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogTopics;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * A log that notes every call of a transaction and answers as a test says.
 *
 * <p>Owner: the test.
 */
final class ScriptedLog implements LogClient, LogTopics, GroupMembership {
    final List<String> calls = new ArrayList<>();
    final Deque<KafkaException> openFailures = new ArrayDeque<>();
    final Deque<KafkaException> beginFailures = new ArrayDeque<>();
    final Deque<KafkaException> appendFailures = new ArrayDeque<>();
    final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    CompletableFuture<CommitResult> commit = new CompletableFuture<>();
    CompletableFuture<Void> abort = new CompletableFuture<>();

    @Override
    public LogTopics topics() {
        return this;
    }

    @Override
    public LogReader openReader(ReaderOptions options) {
        return new NoReader();
    }

    @Override
    public TransactionalWriter openWriter(WriterOptions options) {
        calls.add("open");
        if (!openFailures.isEmpty()) {
            throw openFailures.remove();
        }
        return new Writer(options.transactionalId());
    }

    @Override
    public GroupMembership join(MemberOptions options) {
        return this;
    }

    @Override
    public String groupId() {
        return "app";
    }

    @Override
    public String memberId() {
        return "member";
    }

    @Override
    public int generation() {
        return 1;
    }

    @Override
    public Set<String> names() {
        return Set.of();
    }

    @Override
    public Optional<TopicSpec> describe(String topic) {
        return Optional.empty();
    }

    @Override
    public void create(TopicSpec spec) {}

    @Override
    public Map<TopicPartition, Long> startOffsets(Collection<TopicPartition> partitions) {
        return Map.of();
    }

    @Override
    public Map<TopicPartition, Long> stableOffsets(Collection<TopicPartition> partitions) {
        return Map.of();
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committedOffsets(
            String groupId, Collection<TopicPartition> partitions) {
        return Map.copyOf(committed);
    }

    @Override
    public void deleteRecordsBefore(Map<TopicPartition, Long> offsets) {}

    @Override
    public void close() {}

    private final class Writer implements TransactionalWriter {
        private final String transactionalId;

        Writer(String transactionalId) {
            this.transactionalId = transactionalId;
        }

        @Override
        public String transactionalId() {
            return transactionalId;
        }

        @Override
        public void begin() {
            if (!beginFailures.isEmpty()) {
                throw beginFailures.remove();
            }
            calls.add("begin");
        }

        @Override
        public void append(TopicPartition partition, long timestamp, byte[] key, byte[] value, Header[] headers) {
            if (!appendFailures.isEmpty()) {
                throw appendFailures.remove();
            }
            calls.add("append");
        }

        @Override
        public void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership) {
            calls.add("offsets");
        }

        @Override
        public CompletableFuture<CommitResult> commit() {
            calls.add("commit");
            return commit;
        }

        @Override
        public CompletableFuture<Void> abort() {
            calls.add("abort");
            return abort;
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
