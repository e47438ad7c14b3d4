package io.streamwright.log.embedded.protocol;

import java.util.List;

/**
 * Asks the executor to deliver a marker until every participant has acknowledged it, once the records of the same decision are
 * durable. Immutable.
 *
 * @param marker what to deliver
 * @param participants to whom; those that acknowledged before are left out
 */
public record WriteMarkers(EndMarker marker, List<Participant> participants) {
    public WriteMarkers {
        participants = List.copyOf(participants);
    }
}
