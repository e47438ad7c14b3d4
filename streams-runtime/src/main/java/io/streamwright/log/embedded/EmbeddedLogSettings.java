package io.streamwright.log.embedded;

import io.streamwright.log.embedded.coordinator.CoordinatorLimits;
import io.streamwright.log.embedded.execution.FaultPoints;
import io.streamwright.log.embedded.execution.LogLimits;
import io.streamwright.log.embedded.execution.WriteSteps;
import io.streamwright.log.embedded.storage.FlushMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * How an embedded log runs. Immutable.
 *
 * @param flush what a commit survives
 * @param limits bounds of memory and time
 * @param steps how the ends of transactions are written
 * @param faults told of every dangerous place, for tests
 */
public record EmbeddedLogSettings(FlushMode flush, LogLimits limits, WriteSteps steps, FaultPoints faults) {
    /** {@code sync} or {@code os}: whether a commit survives a crash of the machine, or only of the process. */
    public static final String FLUSH_CONFIG = "embedded.flush";

    /** How many bytes of recent records are kept in memory for readers. */
    public static final String TAIL_CACHE_BYTES_CONFIG = "embedded.tail.cache.bytes";

    /** The longest transaction timeout that a writer may ask for. */
    public static final String MAX_TRANSACTION_TIMEOUT_MS_CONFIG = "embedded.transaction.max.timeout.ms";

    /** What holds if nothing is configured. */
    public static final EmbeddedLogSettings DEFAULT =
            new EmbeddedLogSettings(FlushMode.SYNC, LogLimits.DEFAULT, WriteSteps.TOGETHER, FaultPoints.NONE);

    /**
     * Reads the settings of the embedded log; others are ignored.
     *
     * @throws InvalidConfigurationException if a value is impossible; names it and what is possible
     */
    public static EmbeddedLogSettings of(Map<String, ?> config) {
        LogLimits limits = LogLimits.DEFAULT;
        CoordinatorLimits coordinator = limits.coordinator();
        long maxTimeoutMs = longOf(config, MAX_TRANSACTION_TIMEOUT_MS_CONFIG, 1, coordinator.maxTransactionTimeoutMs());
        return new EmbeddedLogSettings(
                flushOf(config.get(FLUSH_CONFIG)),
                new LogLimits(
                        new CoordinatorLimits(maxTimeoutMs, coordinator.idExpiryMs()),
                        longOf(config, TAIL_CACHE_BYTES_CONFIG, 0, limits.tailCacheBytes()),
                        limits.inFlightBytes(),
                        limits.producerExpiryMs()),
                WriteSteps.TOGETHER,
                FaultPoints.NONE);
    }

    private static FlushMode flushOf(@Nullable Object value) {
        if (value == null) {
            return FlushMode.SYNC;
        }
        String name = value.toString();
        return Arrays.stream(FlushMode.values())
                .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new InvalidConfigurationException(
                                FLUSH_CONFIG + "=" + name
                                        + " is neither \"sync\" (a commit survives a crash of the machine) nor \"os\" (of the process only)"));
    }

    private static long longOf(Map<String, ?> config, String name, long min, long otherwise) {
        Object value = config.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value.toString().trim());
            if (number >= min) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new InvalidConfigurationException(name + "=" + value + " is not a number", notANumber);
        }
        throw new InvalidConfigurationException(name + "=" + value + " is less than " + min);
    }

    /** Returns these settings with the ends of transactions written in another way. */
    public EmbeddedLogSettings with(WriteSteps otherSteps) {
        return new EmbeddedLogSettings(flush, limits, otherSteps, faults);
    }

    /** Returns these settings with somebody who is told of dangerous places. */
    public EmbeddedLogSettings with(FaultPoints otherFaults) {
        return new EmbeddedLogSettings(flush, limits, steps, otherFaults);
    }

    /** Returns these settings with other limits. */
    public EmbeddedLogSettings with(LogLimits otherLimits) {
        return new EmbeddedLogSettings(flush, otherLimits, steps, faults);
    }
}
