/**
 * Counts words of text files, each line exactly once whatever happens in between. The main thread copies lines from the files
 * into a topic while the application's workers count.
 */
@NullMarked
package io.streamwright.examples.wordcount;

import org.jspecify.annotations.NullMarked;
