/**
 * What the engine needs of a log, and no more; typed access to topics for programs and tests.
 *
 * <p>Nothing here knows tasks, stores or either of the two logs. Each object says which thread owns it.
 */
@NullMarked
package io.streamwright.log;

import org.jspecify.annotations.NullMarked;
