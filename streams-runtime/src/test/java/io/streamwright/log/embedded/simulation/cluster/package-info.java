/**
 * A cluster in a fake world, on one thread: nodes, disks, a network, clients, and what goes wrong with them. Everything is drawn
 * from one seed. The protocol itself is the product's.
 */
@org.jspecify.annotations.NullMarked
package io.streamwright.log.embedded.simulation.cluster;
