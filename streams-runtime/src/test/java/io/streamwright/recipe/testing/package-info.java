/** The recipes of {@code docs/testing.md}, as they stand there: tests that are run. */
@NullMarked
package io.streamwright.recipe.testing;

import org.jspecify.annotations.NullMarked;
