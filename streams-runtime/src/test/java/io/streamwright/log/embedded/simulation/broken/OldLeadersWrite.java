package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.simulation.cluster.Layout;
import io.streamwright.log.embedded.simulation.cluster.Protocol;

/**
 * The coordinator's log takes writes of every leader there ever was.
 *
 * <p>Immutable: holds nothing.
 */
final class OldLeadersWrite extends Protocol {
    @Override
    protected boolean logRefusesOldLeaders(int shard) {
        return shard != Layout.COORDINATOR_SHARD;
    }
}
