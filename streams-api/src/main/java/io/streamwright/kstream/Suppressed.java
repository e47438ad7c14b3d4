package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says how long updates of a table are held back, and how many of them (KIP-328).
 *
 * <p>Only stream time lets an update go on: the highest timestamp of the updates that came to the operator in its task. While no record
 * comes, nothing is passed on, however long that takes.
 *
 * <p>Immutable.
 *
 * @param <K> the keys of the table
 * @see KTable#suppress
 */
public sealed interface Suppressed<K extends @Nullable Object> extends NamedOperation<Suppressed<K>>
        permits SuppressedUntil {

    /**
     * Holds back the results of a window until the window takes no more records, so that one, the last, is passed on. A window closes
     * when stream time reaches its end and the grace period of its windows. Deletions are not passed on.
     *
     * <p>It needs a table that a windowed aggregation made, directly or by other table operators.
     *
     * @param bufferConfig where the results wait, with no limit, or one at which the task fails: a result that leaves early would not
     *     be the last
     */
    static Suppressed<Windowed<?>> untilWindowCloses(StrictBufferConfig bufferConfig) {
        return SuppressedUntil.windowCloses(BufferLimits.of(requireNonNull(bufferConfig, "bufferConfig")));
    }

    /**
     * Holds back the updates of a key for some stream time from the first of them, so that one, the last, is passed on. Deletions are
     * passed on as well.
     *
     * @param timeToWaitForMoreEvents how long, in stream time; milliseconds count
     * @param bufferConfig where the updates wait
     * @throws IllegalArgumentException if the time is negative
     */
    static <K extends @Nullable Object> Suppressed<K> untilTimeLimit(
            Duration timeToWaitForMoreEvents, BufferConfig<?> bufferConfig) {
        return SuppressedUntil.timeLimit(
                requireNonNull(timeToWaitForMoreEvents, "timeToWaitForMoreEvents"),
                BufferLimits.of(requireNonNull(bufferConfig, "bufferConfig")));
    }

    /**
     * Names the operator.
     *
     * @param name the name of its node; its store has that name with {@code -store} behind it
     */
    @Override
    Suppressed<K> withName(String name);

    /**
     * Where updates wait: in memory, and in a changelog topic from which they come back after a crash.
     *
     * <p>Immutable: each method returns another one.
     *
     * @param <BC> the kind of buffer
     */
    sealed interface BufferConfig<BC extends BufferConfig<BC>> permits StrictBufferConfig, EagerBufferConfig {

        /**
         * Limits the number of keys that wait; the earliest ones leave early when there are more.
         *
         * @param recordLimit how many; 0 passes every update on at once
         * @throws IllegalArgumentException if it is negative
         */
        static EagerBufferConfig maxRecords(long recordLimit) {
            return unbounded().emitEarlyWhenFull().withMaxRecords(recordLimit);
        }

        /**
         * Limits the memory for what waits; the earliest updates leave early when it takes more.
         *
         * @param byteLimit about how many bytes: keys, values, headers and what says where an update came from
         * @throws IllegalArgumentException if it is negative
         */
        static EagerBufferConfig maxBytes(long byteLimit) {
            return unbounded().emitEarlyWhenFull().withMaxBytes(byteLimit);
        }

        /** Limits nothing: the heap has to hold whatever waits. */
        static StrictBufferConfig unbounded() {
            return new StrictBuffer(BufferLimits.NONE);
        }

        /**
         * Limits the number of keys that wait.
         *
         * @param recordLimit how many
         * @throws IllegalArgumentException if it is negative
         */
        BC withMaxRecords(long recordLimit);

        /**
         * Limits the memory for what waits.
         *
         * @param byteLimit about how many bytes: keys, values, headers and what says where an update came from
         * @throws IllegalArgumentException if it is negative
         */
        BC withMaxBytes(long byteLimit);

        /** Removes the limits: the heap has to hold whatever waits. */
        StrictBufferConfig withNoBound();

        /**
         * Fails at the update that is too much. Its transaction is taken back, and the processing exception handler decides what
         * becomes of the record that brought it.
         */
        StrictBufferConfig shutDownWhenFull();

        /** Passes the earliest updates on before their time when there are too many. */
        EagerBufferConfig emitEarlyWhenFull();

        /** Keeps what waits in memory alone: it is lost with the process. */
        BC withLoggingDisabled();

        /**
         * Writes what waits to a changelog topic, as is the default.
         *
         * @param config settings of the topic
         */
        BC withLoggingEnabled(Map<String, String> config);
    }

    /** A buffer that no update leaves before its time. Immutable. */
    sealed interface StrictBufferConfig extends BufferConfig<StrictBufferConfig> permits StrictBuffer {}

    /** A buffer that updates leave before their time when it is full. Immutable. */
    sealed interface EagerBufferConfig extends BufferConfig<EagerBufferConfig> permits EagerBuffer {}
}
