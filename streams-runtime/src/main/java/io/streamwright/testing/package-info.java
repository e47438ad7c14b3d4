/**
 * Tools for the tests of programs: a driver that runs a topology by hand, and a log that fails where a test says.
 *
 * <p>Runs on the threads of the test and of the application under test. May use every package of the engine; of the inside of the embedded
 * log, what opens one in memory.
 */
@NullMarked
package io.streamwright.testing;

import org.jspecify.annotations.NullMarked;
