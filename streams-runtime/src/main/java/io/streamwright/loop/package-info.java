/**
 * How a loop runs: its thread, its mailbox, its clock and the check that nobody else touches what it owns.
 *
 * <p>The only package that makes threads and reads the machine's clocks. Uses no other package of the engine.
 */
@NullMarked
package io.streamwright.loop;

import org.jspecify.annotations.NullMarked;
