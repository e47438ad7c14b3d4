/**
 * Runnable jobs, one package each; here stands what starts them and what they share. A job builds its topology in one place,
 * so that its test runs the very topology that its command runs. Everything is done on the main thread, but for the threads of
 * the applications themselves.
 */
@NullMarked
package io.streamwright.examples;

import org.jspecify.annotations.NullMarked;
