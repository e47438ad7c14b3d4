/**
 * Looks at a week of earthquakes by the time at which they happened: windows, sessions and final counts, over input that is days out of
 * order. The main thread copies lines from a file into a topic while the application's workers read them.
 */
@NullMarked
package io.streamwright.examples.quakes;

import org.jspecify.annotations.NullMarked;
