package io.streamwright.log.embedded.group;

import io.streamwright.log.embedded.group.GroupRecord.CoordinatorSeen;
import io.streamwright.log.embedded.group.GroupRecord.GroupProducer;
import io.streamwright.log.embedded.group.GroupRecord.OffsetCommitted;
import io.streamwright.log.embedded.group.GroupRecord.OffsetRemoved;
import io.streamwright.log.embedded.group.GroupRecord.ProducerExpired;
import io.streamwright.log.embedded.group.GroupRecord.ProducerIdle;
import io.streamwright.log.embedded.group.GroupRecord.ProducerUpdated;
import io.streamwright.log.embedded.group.GroupRecord.WrittenOffset;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A group's offsets: those committed and those that wait for their transaction.
 *
 * <p>Owner: the group's loop. Only the {@code apply} methods change it.
 */
final class GroupOffsets {
    private final String groupId;
    private final Map<TopicPartition, WrittenOffset> committed = new HashMap<>();
    private final NavigableMap<Long, GroupProducer> producers = new TreeMap<>();
    private int coordinatorEpoch;
    /** Above every position in use. After recovery it may be lower than it was: positions are compared, never counted. */
    private long nextPosition;

    GroupOffsets(String groupId) {
        this.groupId = groupId;
    }

    // ---- decisions

    Decision<GroupRecord, TxnOffsetOutcome> decideAdd(TxnOffsets request, long nowMs) {
        ProducerIdentity writer = request.producer();
        GroupProducer known = producers.get(writer.producerId());
        if (known != null && writer.epoch() < known.epoch()) {
            return Decision.reply(new TxnOffsetOutcome.Fenced(viewOf(writer.producerId())));
        }
        if (known != null && known.isOpen() && known.epoch() != writer.epoch()) {
            return Decision.reply(new TxnOffsetOutcome.OtherTransactionOpen(viewOf(writer.producerId())));
        }
        GroupProducer opened = known != null && known.isOpen() ? known : null;
        if (opened == null && !request.listed()) {
            return Decision.reply(new TxnOffsetOutcome.NotListed());
        }
        int expectedSequence = opened == null ? 0 : opened.nextSequence();
        if (request.sequence() > expectedSequence) {
            return Decision.reply(new TxnOffsetOutcome.OutOfOrder(expectedSequence));
        }
        if (request.sequence() < expectedSequence) {
            return Decision.reply(new TxnOffsetOutcome.Accepted());
        }
        Map<TopicPartition, WrittenOffset> pending = new HashMap<>(opened == null ? Map.of() : opened.pending());
        request.offsets()
                .forEach((partition, offset) -> pending.put(partition, new WrittenOffset(offset, nextPosition)));
        GroupProducer updated = new GroupProducer(
                writer.producerId(), writer.epoch(), true, Math.addExact(expectedSequence, 1), pending, nowMs);
        return Decision.write(List.of(new ProducerUpdated(groupId, updated)), new TxnOffsetOutcome.Accepted());
    }

    List<GroupRecord> commitRecords(Map<TopicPartition, OffsetAndMetadata> offsets) {
        return offsets.entrySet().stream()
                .<GroupRecord>map(entry ->
                        new OffsetCommitted(groupId, entry.getKey(), new WrittenOffset(entry.getValue(), nextPosition)))
                .toList();
    }

    Decision<GroupRecord, MarkerOutcome> decideMarker(EndMarker marker, long nowMs) {
        TransactionKey named = marker.transaction();
        if (marker.coordinatorEpoch() < coordinatorEpoch) {
            return Decision.reply(new MarkerOutcome.StaleCoordinator(viewOf(named.producerId())));
        }
        GroupProducer known = producers.get(named.producerId());
        if (known != null && known.isOpen() && known.epoch() < named.dataEpoch()) {
            return Decision.reply(new MarkerOutcome.OtherTransactionOpen(viewOf(named.producerId())));
        }
        if (known != null && known.epoch() >= named.nextEpoch()) {
            return Decision.reply(new MarkerOutcome.AlreadyEnded());
        }
        List<GroupRecord> records = new ArrayList<>();
        if (marker.coordinatorEpoch() > coordinatorEpoch) {
            records.add(new CoordinatorSeen(groupId, marker.coordinatorEpoch()));
        }
        if (known != null && known.isOpen() && marker.isCommit()) {
            records.addAll(winners(known.pending()));
        }
        // Recorded even if nothing was pending: offsets that are still on their way must be refused.
        records.add(new ProducerUpdated(
                groupId, new GroupProducer(named.producerId(), named.nextEpoch(), false, 0, Map.of(), nowMs)));
        return Decision.write(records, new MarkerOutcome.Ended());
    }

    /** Returns the records of those pending offsets after which nothing else was written and decided (KAFKA-5247). */
    private List<OffsetCommitted> winners(Map<TopicPartition, WrittenOffset> pending) {
        return pending.entrySet().stream()
                .filter(entry -> {
                    WrittenOffset present = committed.get(entry.getKey());
                    return present == null
                            || present.position() < entry.getValue().position();
                })
                .map(entry -> new OffsetCommitted(groupId, entry.getKey(), entry.getValue()))
                .toList();
    }

    Decision<GroupRecord, Integer> decideTopicDeleted(String topic) {
        List<GroupRecord> records = new ArrayList<>();
        committed.keySet().stream()
                .filter(partition -> partition.topic().equals(topic))
                .forEach(partition -> records.add(new OffsetRemoved(groupId, partition)));
        int count = records.size();
        producers.values().forEach(producer -> {
            Map<TopicPartition, WrittenOffset> rest = new HashMap<>(producer.pending());
            if (rest.keySet().removeIf(partition -> partition.topic().equals(topic))) {
                records.add(new ProducerUpdated(
                        groupId,
                        new GroupProducer(
                                producer.producerId(),
                                producer.epoch(),
                                producer.isOpen(),
                                producer.nextSequence(),
                                rest,
                                producer.lastWriteMs())));
            }
        });
        return Decision.write(records, count);
    }

    Decision<GroupRecord, Integer> decideExpireProducers(long nowMs, long expiryMs) {
        List<GroupRecord> records = new ArrayList<>();
        int expired = 0;
        for (GroupProducer producer : producers.values()) {
            if (producer.isOpen()) {
                continue;
            }
            if (producer.lastWriteMs() > nowMs) {
                records.add(new ProducerIdle(groupId, producer.producerId(), producer.epoch(), nowMs));
            } else if (nowMs - producer.lastWriteMs() >= expiryMs) {
                records.add(new ProducerExpired(groupId, producer.producerId()));
                expired++;
            }
        }
        return Decision.write(records, expired);
    }

    // ---- state

    void apply(CoordinatorSeen seen) {
        check(seen.coordinatorEpoch() >= coordinatorEpoch, seen);
        coordinatorEpoch = seen.coordinatorEpoch();
    }

    void apply(OffsetCommitted record) {
        committed.put(record.partition(), record.committed());
        use(record.committed().position());
    }

    void apply(OffsetRemoved record) {
        committed.remove(record.partition());
    }

    void apply(ProducerUpdated record) {
        GroupProducer next = record.producer();
        GroupProducer known = producers.get(next.producerId());
        check(known == null || known.epoch() <= next.epoch(), record);
        producers.put(next.producerId(), next);
        next.pending().values().forEach(offset -> use(offset.position()));
    }

    void apply(ProducerIdle record) {
        GroupProducer known = producers.get(record.producerId());
        check(known == null || (!known.isOpen() && known.epoch() <= record.epoch()), record);
        producers.put(
                record.producerId(),
                new GroupProducer(record.producerId(), record.epoch(), false, 0, Map.of(), record.sinceMs()));
    }

    void apply(ProducerExpired record) {
        GroupProducer known = producers.get(record.producerId());
        check(known == null || !known.isOpen(), record);
        producers.remove(record.producerId());
    }

    private void use(long position) {
        nextPosition = Math.max(nextPosition, position + 1);
    }

    private void check(boolean holds, GroupRecord record) {
        if (!holds) {
            throw new IllegalStateException(
                    "group " + groupId + " with coordinatorEpoch=" + coordinatorEpoch + " cannot take " + record
                            + ": its records are not those that were written; restore the log from a copy");
        }
    }

    // ---- questions

    FetchOutcome fetch(Set<TopicPartition> partitions) {
        Set<TopicPartition> unstable = new HashSet<>();
        producers
                .values()
                .forEach(producer -> producer.pending().keySet().stream()
                        .filter(partitions::contains)
                        .forEach(unstable::add));
        if (!unstable.isEmpty()) {
            return new FetchOutcome.Unstable(unstable);
        }
        Map<TopicPartition, OffsetAndMetadata> found = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            WrittenOffset present = committed.get(partition);
            if (present != null) {
                found.put(partition, present.offset());
            }
        }
        return new FetchOutcome.Offsets(found);
    }

    Map<TopicPartition, OffsetAndMetadata> committed() {
        return committed.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    boolean isOpen(ProducerIdentity producer) {
        GroupProducer known = producers.get(producer.producerId());
        return known != null && known.isOpen() && known.epoch() == producer.epoch();
    }

    List<GroupProducer> producers() {
        return List.copyOf(producers.values());
    }

    int coordinatorEpoch() {
        return coordinatorEpoch;
    }

    private ParticipantView viewOf(long producerId) {
        GroupProducer known = producers.get(producerId);
        return new ParticipantView(
                known == null ? OptionalLong.empty() : OptionalLong.of(known.epoch()),
                known == null || !known.isOpen() ? OptionalLong.empty() : OptionalLong.of(known.epoch()),
                coordinatorEpoch);
    }
}
