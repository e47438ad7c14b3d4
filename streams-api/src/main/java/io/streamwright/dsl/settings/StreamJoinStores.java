package io.streamwright.dsl.settings;

import java.util.Optional;

/**
 * In which stores the records of joined streams wait. Immutable.
 *
 * @param left for the records of the one stream
 * @param right for the records of the other
 * @param pending for the records of both that have no match yet; empty if they have no result
 */
public record StreamJoinStores(Materialization left, Materialization right, Optional<Materialization> pending) {}
