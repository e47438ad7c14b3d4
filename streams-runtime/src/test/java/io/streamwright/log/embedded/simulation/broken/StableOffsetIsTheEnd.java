package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.simulation.cluster.Protocol;

/**
 * Readers see everything that is stored.
 *
 * <p>Immutable: holds nothing.
 */
final class StableOffsetIsTheEnd extends Protocol {
    @Override
    protected long stableOffset(PartitionState partition) {
        return partition.endOffset();
    }
}
