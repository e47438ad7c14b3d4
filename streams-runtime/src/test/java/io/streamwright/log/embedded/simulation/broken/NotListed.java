package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.simulation.cluster.Protocol;

/**
 * A partition begins a transaction without asking.
 *
 * <p>Immutable: holds nothing.
 */
final class NotListed extends Protocol {
    @Override
    protected boolean asksBeforeFirstBatch() {
        return false;
    }
}
