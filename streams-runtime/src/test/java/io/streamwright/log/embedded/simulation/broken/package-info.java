/** The protocol with one rule broken at a time: what the simulation has to find. */
@org.jspecify.annotations.NullMarked
package io.streamwright.log.embedded.simulation.broken;
