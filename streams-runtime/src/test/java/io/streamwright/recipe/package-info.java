/** The recipes of {@code docs/errors.md}, as they stand there, and the tests that run them. */
@NullMarked
package io.streamwright.recipe;

import org.jspecify.annotations.NullMarked;
