/**
 * Compares the delays of each airport and day with what is usual at that airport: a foreign-key join of tables. The main thread copies
 * lines from a file into a topic while the application's workers read them.
 */
@NullMarked
package io.streamwright.examples.flights;

import org.jspecify.annotations.NullMarked;
