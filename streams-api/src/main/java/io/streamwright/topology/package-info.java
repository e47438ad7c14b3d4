/**
 * The compiled program: named nodes, stores and internal topics, split into sub-topologies.
 *
 * <p>Everything here is immutable data. It is written by {@link io.streamwright.Topology} and read by the engine; it is no
 * part of the API that programs are written against. May use {@code processor} and {@code state}.
 */
@NullMarked
package io.streamwright.topology;

import org.jspecify.annotations.NullMarked;
