/** Faults of transactions that were met elsewhere, each by its name and step by step, under all checks. */
@org.jspecify.annotations.NullMarked
package io.streamwright.log.embedded.simulation.scenario;
