package io.streamwright.store;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.LogTopics;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** A log that holds what a test puts there, offset by offset. Owner: the test's thread. */
final class FakeLog implements LogClient {
    private final Map<TopicPartition, Partition> partitions = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    private int recordsPerPoll = 3;

    FakeLog recordsPerPoll(int records) {
        recordsPerPoll = records;
        return this;
    }

    FakeLog committed(TopicPartition partition, long offset) {
        committed.put(partition, new OffsetAndMetadata(offset));
        return this;
    }

    /** What one partition holds. Owner: as the log. */
    static final class Partition {
        /** By offset; empty where there is no visible record: a marker, an aborted record, or nothing after compaction. */
        private final List<Optional<LogRecord>> entries = new ArrayList<>();

        private int start;
        private OptionalLong stableOffset = OptionalLong.empty();

        Partition record(String key, String value) {
            return record(
                    key.getBytes(StandardCharsets.UTF_8),
                    value == null ? null : value.getBytes(StandardCharsets.UTF_8),
                    entries.size());
        }

        Partition record(byte[] key, byte[] value, long timestamp) {
            entries.add(Optional.of(new LogRecord(entries.size(), timestamp, key, value, LogRecord.NO_HEADERS)));
            return this;
        }

        Partition invisible() {
            entries.add(Optional.empty());
            return this;
        }

        Partition startAt(int offset) {
            start = offset;
            return this;
        }

        Partition stableAt(long offset) {
            stableOffset = OptionalLong.of(offset);
            return this;
        }

        private long stableOffset() {
            return stableOffset.orElse(entries.size());
        }
    }

    Partition partition(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, any -> new Partition());
    }

    @Override
    public LogTopics topics() {
        return new Topics();
    }

    @Override
    public LogReader openReader(ReaderOptions options) {
        return new Reader();
    }

    @Override
    public TransactionalWriter openWriter(WriterOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public GroupMembership join(MemberOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    private final class Topics implements LogTopics {
        @Override
        public Set<String> names() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<TopicSpec> describe(String topic) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void create(TopicSpec spec) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<TopicPartition, Long> startOffsets(Collection<TopicPartition> asked) {
            return offsets(asked, partition -> (long) partition.start);
        }

        @Override
        public Map<TopicPartition, Long> stableOffsets(Collection<TopicPartition> asked) {
            return offsets(asked, Partition::stableOffset);
        }

        private Map<TopicPartition, Long> offsets(Collection<TopicPartition> asked, Function<Partition, Long> offset) {
            return asked.stream()
                    .collect(Collectors.toMap(partition -> partition, name -> offset.apply(partition(name))));
        }

        @Override
        public Map<TopicPartition, OffsetAndMetadata> committedOffsets(
                String groupId, Collection<TopicPartition> asked) {
            return asked.stream().filter(committed::containsKey).collect(Collectors.toMap(p -> p, committed::get));
        }

        @Override
        public void deleteRecordsBefore(Map<TopicPartition, Long> offsets) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Reader implements LogReader {
        private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();

        @Override
        public void assign(Collection<TopicPartition> assigned) {
            positions.keySet().retainAll(assigned);
            assigned.forEach(partition -> positions.putIfAbsent(partition, -1L));
        }

        @Override
        public Set<TopicPartition> assignment() {
            return positions.keySet();
        }

        @Override
        public void seek(TopicPartition partition, long offset) {
            if (positions.replace(partition, offset) == null) {
                throw new IllegalStateException(partition + " is not assigned");
            }
        }

        @Override
        public long position(TopicPartition partition) {
            return positions.get(partition);
        }

        @Override
        public void pause(Collection<TopicPartition> paused) {}

        @Override
        public void resume(Collection<TopicPartition> resumed) {}

        @Override
        public List<FetchedRecords> poll(Duration timeout) {
            List<FetchedRecords> fetched = new ArrayList<>();
            for (TopicPartition partition : List.copyOf(positions.keySet())) {
                fetch(partition).ifPresent(fetched::add);
            }
            return fetched;
        }

        private Optional<FetchedRecords> fetch(TopicPartition name) {
            Partition partition = partition(name);
            int from = Math.toIntExact(positions.get(name));
            if (from < partition.start) {
                throw new OffsetOutOfRangeException(Map.of(name, (long) from));
            }
            int to = Math.toIntExact(Math.min(partition.stableOffset(), from + recordsPerPoll));
            if (from >= to) {
                return Optional.empty();
            }
            positions.put(name, (long) to);
            List<LogRecord> records = partition.entries.subList(from, to).stream()
                    .flatMap(Optional::stream)
                    .toList();
            return Optional.of(new FetchedRecords(name, records, to));
        }

        @Override
        public OptionalLong lag(TopicPartition partition) {
            return OptionalLong.of(partition(partition).stableOffset() - positions.get(partition));
        }

        @Override
        public void wakeup() {}

        @Override
        public void close() {
            positions.clear();
        }
    }
}
