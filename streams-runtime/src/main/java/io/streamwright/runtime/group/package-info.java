/**
 * An instance as a member of its application's group: what it says of itself, and what it is told.
 *
 * <p>Run by the membership's thread. May use {@code assign} and {@code log}; knows no worker.
 */
@NullMarked
package io.streamwright.runtime.group;

import org.jspecify.annotations.NullMarked;
