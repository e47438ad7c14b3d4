/**
 * The compiled program: named nodes, stores and internal topics, split into sub-topologies.
 *
 * <p>{@link io.streamwright.topology.TopologyGraph} collects and checks it on the thread of the program that builds a topology.
 * {@link io.streamwright.topology.Blueprint} and all it holds is immutable data for the engine. Nothing here is part of the API
 * that programs are written against. May use the public packages.
 */
@NullMarked
package io.streamwright.topology;

import org.jspecify.annotations.NullMarked;
