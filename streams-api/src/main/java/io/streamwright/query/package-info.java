/**
 * Questions to state stores and their answers (KIP-796): what programs ask with {@code StreamsApp.query}.
 *
 * <p>Values only; asked and read by any thread. May use {@code state} and {@code processor}.
 */
@NullMarked
package io.streamwright.query;

import org.jspecify.annotations.NullMarked;
