package io.streamwright;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a source starts to read a partition for which the application has committed no offset. Immutable. */
public class AutoOffsetReset {

    /** The kinds of places to start from. */
    public enum Strategy {
        /** There is none: a partition without a committed offset is an error. */
        NONE,
        /** The first record that the log still holds. */
        EARLIEST,
        /** Behind the last record: only what is written from now on is read. */
        LATEST,
        /** The first record not older than a given age (KIP-1106). */
        BY_DURATION
    }

    private static final String BY_DURATION = "by_duration:";

    private final Strategy strategy;
    private final @Nullable Duration age;

    private AutoOffsetReset(Strategy strategy, @Nullable Duration age) {
        this.strategy = strategy;
        this.age = age;
    }

    /** Fails where no offset is committed. */
    public static AutoOffsetReset none() {
        return new AutoOffsetReset(Strategy.NONE, null);
    }

    /** Starts at the first record that the log holds. */
    public static AutoOffsetReset earliest() {
        return new AutoOffsetReset(Strategy.EARLIEST, null);
    }

    /** Starts behind the last record. */
    public static AutoOffsetReset latest() {
        return new AutoOffsetReset(Strategy.LATEST, null);
    }

    /**
     * Starts at the first record whose timestamp is not older than this.
     *
     * @param duration the age, counted back from the moment of the reset; not negative
     * @throws IllegalArgumentException if the duration is negative
     */
    public static AutoOffsetReset byDuration(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("offset reset by duration needs an age of 0 or more, got " + duration);
        }
        return new AutoOffsetReset(Strategy.BY_DURATION, duration);
    }

    /** Reads the text of a consumer's {@code auto.offset.reset}, in lower case. */
    static AutoOffsetReset parse(String text) {
        if (text.startsWith(BY_DURATION)) {
            return byDuration(Duration.parse(text.substring(BY_DURATION.length())));
        }
        return switch (text) {
            case "none" -> none();
            case "earliest" -> earliest();
            case "latest" -> latest();
            default -> throw new IllegalArgumentException("no offset reset: " + text);
        };
    }

    /** Returns the kind of place. */
    public Strategy strategy() {
        return strategy;
    }

    /** Returns the age to start from; empty unless the strategy is {@link Strategy#BY_DURATION}. */
    public Optional<Duration> duration() {
        return Optional.ofNullable(age);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof AutoOffsetReset that
                        && strategy == that.strategy
                        && Objects.equals(age, that.age));
    }

    @Override
    public int hashCode() {
        return Objects.hash(strategy, age);
    }

    @Override
    public String toString() {
        return age == null ? strategy.toString() : strategy + "(" + age + ")";
    }
}
