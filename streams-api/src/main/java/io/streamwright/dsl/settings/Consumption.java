package io.streamwright.dsl.settings;

import io.streamwright.AutoOffsetReset;
import io.streamwright.processor.TimestampExtractor;
import org.jspecify.annotations.Nullable;

/**
 * How a topic is read. Immutable.
 *
 * @param serdes for keys and values
 * @param timestampExtractor null: the configured default
 * @param offsetReset null: as configured
 */
public record Consumption(
        SerdePair<?, ?> serdes,
        @Nullable TimestampExtractor timestampExtractor,
        @Nullable AutoOffsetReset offsetReset) {}
