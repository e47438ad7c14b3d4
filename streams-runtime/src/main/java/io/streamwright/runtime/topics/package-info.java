/**
 * What an application does about topics: it finds and creates them when it starts, and empties repartition topics behind itself.
 *
 * <p>Run by the starting thread and by the workers. May use {@code assign}, {@code log} and {@code task}.
 */
@NullMarked
package io.streamwright.runtime.topics;

import org.jspecify.annotations.NullMarked;
