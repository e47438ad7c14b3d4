/**
 * Tools for the tests of programs: a log that fails where a test says.
 *
 * <p>Runs on the threads of the test and of the application under test. May use every package of the engine but the inside of a log.
 */
@NullMarked
package io.streamwright.testing;

import org.jspecify.annotations.NullMarked;
