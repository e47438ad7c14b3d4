package io.streamwright.task.input;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * A record that is next to be processed. Immutable.
 *
 * @param raw as the log holds it
 * @param record what enters the graph
 */
public record InputRecord(LogRecord raw, Record<@Nullable Object, @Nullable Object> record) {}
