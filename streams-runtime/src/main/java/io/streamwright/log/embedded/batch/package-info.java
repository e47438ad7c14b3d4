/**
 * The bytes of a record batch in the embedded log: building, parsing and checking them.
 *
 * <p>Pure functions and single-owner builders; no thread, clock or disk. Uses the records of {@code io.streamwright.log} only.
 */
@NullMarked
package io.streamwright.log.embedded.batch;

import org.jspecify.annotations.NullMarked;
