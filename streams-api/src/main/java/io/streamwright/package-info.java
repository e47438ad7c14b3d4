/**
 * What every program starts with: the builder, the topology it builds, the configuration and the pair of key and value.
 *
 * <p>Runs on the thread of the program that builds a topology. Uses the other public packages of this module and
 * {@code io.streamwright.dsl}, which turns a builder's calls into a topology.
 */
@NullMarked
package io.streamwright;

import org.jspecify.annotations.NullMarked;
