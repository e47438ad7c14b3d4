package io.streamwright.kstream;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** Serdes of keys in windows. Thread-safe: holds nothing. */
public class WindowedSerdes {

    /** Kept for programs that make one; there is nothing in it. */
    public WindowedSerdes() {}

    /**
     * Keys in windows of time.
     *
     * <p>Owner: who made it.
     *
     * @param <T> the keys
     */
    public static class TimeWindowedSerde<T> extends Serdes.WrapperSerde<Windowed<T>> {

        /** For clients that make it from settings. */
        public TimeWindowedSerde() {
            super(new TimeWindowedSerializer<>(), new TimeWindowedDeserializer<>());
        }

        /**
         * Reads and writes keys with another serde.
         *
         * @param inner the serde of the keys
         * @param windowSize size of the windows, in ms
         */
        public TimeWindowedSerde(Serde<T> inner, long windowSize) {
            super(
                    new TimeWindowedSerializer<>(inner.serializer()),
                    new TimeWindowedDeserializer<>(inner.deserializer(), windowSize));
        }

        /** Sets whether keys are those of a window store's changelog. Returns this. */
        public TimeWindowedSerde<T> forChangelog(boolean isChangelogTopic) {
            ((TimeWindowedDeserializer<T>) deserializer()).setIsChangelogTopic(isChangelogTopic);
            return this;
        }
    }

    /**
     * Keys in sessions.
     *
     * <p>Owner: who made it.
     *
     * @param <T> the keys
     */
    public static class SessionWindowedSerde<T> extends Serdes.WrapperSerde<Windowed<T>> {

        /** For clients that make it from settings. */
        public SessionWindowedSerde() {
            super(new SessionWindowedSerializer<>(), new SessionWindowedDeserializer<>());
        }

        /**
         * Reads and writes keys with another serde.
         *
         * @param inner the serde of the keys
         */
        public SessionWindowedSerde(Serde<T> inner) {
            super(
                    new SessionWindowedSerializer<>(inner.serializer()),
                    new SessionWindowedDeserializer<>(inner.deserializer()));
        }
    }

    /**
     * Returns the serde of keys in windows of time.
     *
     * @param type of the keys, which {@link Serdes#serdeFrom(Class)} knows
     * @param windowSize size of the windows, in ms
     */
    public static <T> Serde<Windowed<T>> timeWindowedSerdeFrom(Class<T> type, long windowSize) {
        return new TimeWindowedSerde<>(Serdes.serdeFrom(type), windowSize);
    }

    /**
     * Returns the serde of keys in sessions.
     *
     * @param type of the keys, which {@link Serdes#serdeFrom(Class)} knows
     */
    public static <T> Serde<Windowed<T>> sessionWindowedSerdeFrom(Class<T> type) {
        return new SessionWindowedSerde<>(Serdes.serdeFrom(type));
    }
}
