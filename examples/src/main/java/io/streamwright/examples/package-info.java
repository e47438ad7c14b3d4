/**
 * Runnable jobs, one package each. A job builds its topology in one place, so that its test runs the very topology that
 * its {@code main} runs.
 */
@NullMarked
package io.streamwright.examples;

import org.jspecify.annotations.NullMarked;
