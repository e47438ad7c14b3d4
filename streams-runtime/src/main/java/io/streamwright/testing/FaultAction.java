package io.streamwright.testing;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a fault does to a call. Immutable.
 *
 * @param holds whether the call waits first, until the fault is released
 * @param action run then
 * @param failure what the call fails with; null if it goes on
 */
record FaultAction(boolean holds, Runnable action, @Nullable Supplier<? extends RuntimeException> failure) {}
