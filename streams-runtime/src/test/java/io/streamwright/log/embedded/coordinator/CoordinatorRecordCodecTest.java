package io.streamwright.log.embedded.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord.CoordinatorStarted;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdExpired;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.IdUpdated;
import io.streamwright.log.embedded.coordinator.CoordinatorRecord.ProducerIdsAssigned;
import io.streamwright.log.embedded.coordinator.TransactionMetadata.Participants;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CoordinatorRecordCodecTest {

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void anyRecord_isDecodedAsEncoded(@ForAll("records") CoordinatorRecord record) {
        assertThat(CoordinatorRecordCodec.decode(CoordinatorRecordCodec.encode(record)))
                .isEqualTo(record);
    }

    @Provide
    Arbitrary<CoordinatorRecord> records() {
        Arbitrary<Long> longs = Arbitraries.longs().greaterOrEqual(0);
        return Arbitraries.oneOf(
                metadata().map(IdUpdated::new),
                text().map(IdExpired::new),
                longs.map(ProducerIdsAssigned::new),
                Arbitraries.integers().greaterOrEqual(0).map(CoordinatorStarted::new));
    }

    private static Arbitrary<TransactionMetadata> metadata() {
        Arbitrary<Long> epochs = Arbitraries.longs().between(1, Long.MAX_VALUE);
        Arbitrary<EndedTransaction.Cause> causes = Arbitraries.of(EndedTransaction.Cause.class);
        return Combinators.combine(
                        text(),
                        epochs,
                        Arbitraries.longs(),
                        Arbitraries.of(TransactionState.class),
                        participants(),
                        Arbitraries.of(TransactionEnd.class),
                        causes,
                        Arbitraries.of(true, false))
                .as((id, epoch, time, state, participants, end, cause, hasEnded) -> new TransactionMetadata(
                        id,
                        new ProducerIdentity(epoch / 3, epoch),
                        epoch / 2,
                        900_000,
                        state,
                        participants,
                        hasEnded || state.isPrepared() ? new EndedTransaction(epoch - 1, end, cause) : null,
                        time));
    }

    private static Arbitrary<String> text() {
        return Arbitraries.strings().withCharRange(' ', '\u2fff').ofMinLength(1).ofMaxLength(30);
    }

    private static Arbitrary<Participants> participants() {
        Arbitrary<Participant> partitions = Combinators.combine(
                        Arbitraries.integers().greaterOrEqual(0),
                        Arbitraries.integers().greaterOrEqual(0))
                .as(PartitionId::new);
        Arbitrary<Participant> groups = text().map(GroupId::new);
        Arbitrary<Set<Participant>> sets =
                Arbitraries.oneOf(partitions, groups).set().ofMaxSize(8);
        return Combinators.combine(sets, sets).as((acknowledged, unacknowledged) -> {
            Set<Participant> all = new HashSet<>(acknowledged);
            all.addAll(unacknowledged);
            return new Participants(all, unacknowledged);
        });
    }
}
