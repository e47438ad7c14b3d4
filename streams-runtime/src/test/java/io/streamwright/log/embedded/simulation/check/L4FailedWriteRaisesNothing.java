package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.CoordinatorRecord;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.Map;

/**
 * An epoch rises by one at a time: what was decided and never became durable has used none.
 *
 * <p>Owner: one simulation.
 */
final class L4FailedWriteRaisesNothing implements Checker {
    private final Map<Long, Long> epochs = new HashMap<>();

    @Override
    public void coordinatorWrites(World world, CoordinatorRecord record, int leaderEpoch) {
        History.metadataOf(record).ifPresent(metadata -> {
            ProducerIdentity producer = metadata.producer();
            long before = epochs.getOrDefault(producer.producerId(), -1L);
            unless(
                    producer.epoch() == before || producer.epoch() == before + 1,
                    this,
                    "%s follows epoch %s",
                    metadata,
                    before);
            epochs.put(producer.producerId(), producer.epoch());
        });
    }
}
