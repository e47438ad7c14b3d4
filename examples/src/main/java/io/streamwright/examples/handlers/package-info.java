/**
 * Shows what becomes of a failure of each category: the log below the application fails on purpose, one task after the other, and the
 * other tasks go on meanwhile. The main thread feeds the application and watches.
 */
@NullMarked
package io.streamwright.examples.handlers;

import org.jspecify.annotations.NullMarked;
