package io.streamwright.kstream;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a program set for a suppression; for the engine. Immutable.
 *
 * @param name the operator's name; null if the program gave none
 * @param waitMs how long updates wait in stream time, from the first of a key; empty: until the key's window closes
 * @param limits of what waits
 * @param <K> the keys
 */
public record SuppressedUntil<K extends @Nullable Object>(
        @Nullable String name, OptionalLong waitMs, BufferLimits limits) implements Suppressed<K> {

    static <K extends @Nullable Object> Suppressed<K> windowCloses(BufferLimits limits) {
        return new SuppressedUntil<>(null, OptionalLong.empty(), limits);
    }

    static <K extends @Nullable Object> Suppressed<K> timeLimit(Duration timeToWait, BufferLimits limits) {
        long waitMs = Periods.ms(timeToWait, "timeToWaitForMoreEvents");
        if (waitMs < 0) {
            throw new IllegalArgumentException("updates cannot be held back for a negative time: " + timeToWait
                    + "; Duration.ZERO passes them on at once");
        }
        return new SuppressedUntil<>(null, OptionalLong.of(waitMs), limits);
    }

    @Override
    public Suppressed<K> withName(String newName) {
        Named.validate(newName);
        return new SuppressedUntil<>(newName, waitMs, limits);
    }
}
