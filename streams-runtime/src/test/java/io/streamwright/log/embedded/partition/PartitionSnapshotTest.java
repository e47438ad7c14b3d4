package io.streamwright.log.embedded.partition;

import static io.streamwright.log.embedded.partition.PartitionFixture.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.UnreadableRecordException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PartitionSnapshotTest {

    /** Whatever was written, snapshot plus the batches behind it give the state that wrote them. */
    @Property(tries = 300)
    void snapshotAndLaterBatches_giveTheLiveState(@ForAll long seed, @ForAll @IntRange(max = 60) int snapshotAt) {
        // given
        PartitionFixture partition = new PartitionFixture();
        Random random = new Random(seed);
        byte[] snapshot = PartitionSnapshotCodec.encode(partition.state.snapshot());
        int recordsInSnapshot = 0;
        for (int step = 0; step < 60; step++) {
            boolean housekept = step(partition, random);
            if (step == snapshotAt || housekept) {
                snapshot = PartitionSnapshotCodec.encode(partition.state.snapshot());
                recordsInSnapshot = partition.records.size();
            }
        }
        // when
        PartitionState recovered = new PartitionState(PartitionFixture.ID, PartitionSnapshotCodec.decode(snapshot));
        partition.records.subList(recordsInSnapshot, partition.records.size()).forEach(recovered::apply);
        // then
        assertThat(recovered.snapshot()).isEqualTo(partition.state.snapshot());
        assertThat(recovered.lastStableOffset()).isEqualTo(partition.state.lastStableOffset());
    }

    /** Does something at random; returns whether it was housekeeping. */
    private static boolean step(PartitionFixture partition, Random random) {
        partition.nowMs += random.nextInt(50);
        partition.coordinatorEpoch += random.nextInt(20) == 0 ? 1 : 0;
        ProducerIdentity producer = new ProducerIdentity(random.nextInt(3), random.nextInt(6));
        int before = partition.records.size();
        switch (random.nextInt(8)) {
            case 0 -> partition.commit(producer);
            case 1 -> partition.abort(producer);
            case 2 -> partition.take(partition.state.decideTrim(random.nextInt(40)));
            case 3 -> partition.take(partition.state.decideExpireProducers(partition.nowMs, 200));
            default -> appendInOrder(partition, producer, random);
        }
        return partition.records.subList(before, partition.records.size()).stream()
                .anyMatch(record -> !record.isBatch());
    }

    private static void appendInOrder(PartitionFixture partition, ProducerIdentity producer, Random random) {
        int count = 1 + random.nextInt(4);
        if (partition.append(producer, 0, count) instanceof AppendOutcome.OutOfOrder refused) {
            partition.append(producer, refused.expectedSequence(), count);
        }
    }

    @Test
    void snapshot_keepsWhatRecognisesDuplicates() {
        // given
        PartitionFixture partition = new PartitionFixture();
        for (int sequence = 0; sequence < 5; sequence++) {
            partition.append(ALICE, sequence, 1);
        }
        // when
        partition.state = new PartitionState(
                PartitionFixture.ID,
                PartitionSnapshotCodec.decode(PartitionSnapshotCodec.encode(partition.state.snapshot())));
        // then
        assertThat(partition.append(ALICE, 0, 1)).isEqualTo(new AppendOutcome.Duplicate(0));
        assertThat(partition.append(ALICE, 4, 1)).isEqualTo(new AppendOutcome.Duplicate(4));
    }

    @Test
    void snapshotOfUnknownVersion_isRefused() {
        byte[] bytes = PartitionSnapshotCodec.encode(PartitionSnapshot.EMPTY);
        bytes[0] = 9;
        assertThatThrownBy(() -> PartitionSnapshotCodec.decode(bytes))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("partition snapshot has format version 9");
    }

    @Test
    void snapshotWithImpossibleBounds_cannotBeMade() {
        assertThatThrownBy(() -> new PartitionSnapshot(5, 4, 0, List.of(), List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("startOffset=5 endOffset=4");
    }

    @Test
    void newPartition_isSmall() {
        assertThat(PartitionSnapshotCodec.encode(PartitionSnapshot.EMPTY)).hasSizeLessThan(10);
    }
}
