package io.streamwright.log.embedded.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.embedded.group.GroupRecord.CoordinatorSeen;
import io.streamwright.log.embedded.group.GroupRecord.GroupProducer;
import io.streamwright.log.embedded.group.GroupRecord.MembershipChanged;
import io.streamwright.log.embedded.group.GroupRecord.OffsetCommitted;
import io.streamwright.log.embedded.group.GroupRecord.OffsetRemoved;
import io.streamwright.log.embedded.group.GroupRecord.ProducerExpired;
import io.streamwright.log.embedded.group.GroupRecord.ProducerIdle;
import io.streamwright.log.embedded.group.GroupRecord.ProducerUpdated;
import io.streamwright.log.embedded.group.GroupRecord.WrittenOffset;
import io.streamwright.log.embedded.protocol.UnreadableRecordException;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class GroupRecordCodecTest {

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void anyRecord_isDecodedAsEncoded(@ForAll("records") GroupRecord record) {
        assertThat(GroupRecordCodec.decode(GroupRecordCodec.encode(record))).isEqualTo(record);
    }

    @Provide
    Arbitrary<GroupRecord> records() {
        Arbitrary<Integer> integers = Arbitraries.integers().greaterOrEqual(0);
        Arbitrary<Long> longs = Arbitraries.longs().greaterOrEqual(0);
        return Arbitraries.oneOf(
                Combinators.combine(text(), integers, text().injectNull(0.3)).as(MembershipChanged::new),
                Combinators.combine(text(), integers).as(CoordinatorSeen::new),
                Combinators.combine(text(), partitions(), written()).as(OffsetCommitted::new),
                Combinators.combine(text(), partitions()).as(OffsetRemoved::new),
                Combinators.combine(text(), producers()).as(ProducerUpdated::new),
                Combinators.combine(text(), longs, longs, Arbitraries.longs()).as(ProducerIdle::new),
                Combinators.combine(text(), longs).as(ProducerExpired::new));
    }

    private static Arbitrary<GroupProducer> producers() {
        Arbitrary<Map<TopicPartition, WrittenOffset>> pending =
                Arbitraries.maps(partitions(), written()).ofMaxSize(5);
        return Combinators.combine(
                        Arbitraries.longs().greaterOrEqual(0),
                        Arbitraries.longs().greaterOrEqual(0),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().greaterOrEqual(0),
                        pending,
                        Arbitraries.longs())
                .as((id, epoch, isOpen, sequence, offsets, time) ->
                        new GroupProducer(id, epoch, isOpen, sequence, isOpen ? offsets : Map.of(), time));
    }

    private static Arbitrary<String> text() {
        return Arbitraries.strings().withCharRange(' ', '\u2fff').ofMinLength(1).ofMaxLength(30);
    }

    private static Arbitrary<TopicPartition> partitions() {
        return Combinators.combine(text(), Arbitraries.integers().greaterOrEqual(0))
                .as(TopicPartition::new);
    }

    private static Arbitrary<WrittenOffset> written() {
        Arbitrary<Integer> leaderEpochs = Arbitraries.integers().greaterOrEqual(0);
        return Combinators.combine(
                        Arbitraries.longs().greaterOrEqual(0),
                        leaderEpochs.optional(),
                        Arbitraries.strings().ofMaxLength(40).withCharRange('\u0000', '\u2fff'),
                        Arbitraries.longs().greaterOrEqual(0))
                .as((offset, leaderEpoch, metadata, position) ->
                        new WrittenOffset(new OffsetAndMetadata(offset, leaderEpoch, metadata), position));
    }

    @Test
    void keysOfDifferentThings_differ() {
        assertThat(new OffsetRemoved("a/b", new TopicPartition("t", 0)).key())
                .isNotEqualTo(new OffsetRemoved("a", new TopicPartition("t", 0)).key());
        assertThat(new ProducerExpired("a", 1).key())
                .isEqualTo(new ProducerUpdated("a", new GroupProducer(1, 0, false, 0, Map.of(), 0)).key());
        assertThat(new ProducerIdle("a", 1, 0, 0).key()).isEqualTo(new ProducerExpired("a", 1).key());
        assertThat(new MembershipChanged("a", 1, null).key()).isNotEqualTo(new CoordinatorSeen("a", 1).key());
    }

    @Test
    void recordOfUnknownVersionOrKind_isRefused() {
        byte[] bytes = GroupRecordCodec.encode(new CoordinatorSeen("a", 1));
        bytes[0] = 2;
        assertThatThrownBy(() -> GroupRecordCodec.decode(bytes))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("group record has format version 2");
        bytes[0] = 1;
        bytes[1] = 77;
        assertThatThrownBy(() -> GroupRecordCodec.decode(bytes))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("kind 77");
    }

    @Test
    void pendingOffsetsWithoutTransaction_cannotBeMade() {
        WrittenOffset offset = new WrittenOffset(new OffsetAndMetadata(1), 0);
        assertThatThrownBy(() -> new GroupProducer(1, 0, false, 0, Map.of(new TopicPartition("t", 0), offset), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pending offsets without a transaction");
    }
}
