/** The code of {@code docs/dsl.md}, as it stands there, and the tests that run it. */
@NullMarked
package io.streamwright.recipe.dsl;

import org.jspecify.annotations.NullMarked;
