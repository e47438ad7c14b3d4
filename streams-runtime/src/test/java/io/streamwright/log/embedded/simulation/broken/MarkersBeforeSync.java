package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.simulation.cluster.Protocol;

/**
 * Markers are sent as soon as the decision is made.
 *
 * <p>Immutable: holds nothing.
 */
final class MarkersBeforeSync extends Protocol {
    @Override
    protected boolean syncsBeforeMarkers() {
        return false;
    }
}
