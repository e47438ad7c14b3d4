package io.streamwright.log.embedded.protocol;

import java.util.OptionalLong;

/**
 * What a participant knows about a producer, sent along when it refuses that producer or a marker. Immutable.
 *
 * @param producerEpoch the lowest epoch that may write; empty if the producer is unknown
 * @param openEpoch data epoch of the producer's open transaction; empty if none is open
 * @param coordinatorEpoch highest coordinator epoch seen
 */
public record ParticipantView(OptionalLong producerEpoch, OptionalLong openEpoch, int coordinatorEpoch) {}
