/**
 * Reads a file of which some lines are malformed: these go to a topic of dead letters, each with the reason, and the rest is processed.
 * The main thread copies lines from the file into a topic while the application's workers read them.
 */
@NullMarked
package io.streamwright.examples.deadletters;

import org.jspecify.annotations.NullMarked;
