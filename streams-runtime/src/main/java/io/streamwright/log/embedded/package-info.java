/**
 * The embedded log: the whole of a log in one process, with its own transaction coordinator, in a directory or in memory.
 *
 * <p>Here are its clients, which run on their callers' threads and send requests to the log's one loop ({@code .execution}); readers
 * do not need the loop ({@code .read}). Uses its own sub-packages and {@code loop}; knows nothing of tasks or of the other log.
 */
@NullMarked
package io.streamwright.log.embedded;

import org.jspecify.annotations.NullMarked;
