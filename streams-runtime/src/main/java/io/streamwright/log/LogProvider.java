package io.streamwright.log;

import java.util.Map;

/**
 * Opens one kind of log; found with {@link java.util.ServiceLoader}.
 *
 * <p>Thread-safe.
 */
public interface LogProvider {

    /** Returns whether the address names a log of this kind. */
    boolean accepts(String address);

    /**
     * Opens the log, or joins it if this process has it open: clients of one address share one log.
     *
     * @param address as in {@code bootstrap.servers}, for example {@code embedded:./data}
     * @param config settings by name; unknown ones are ignored
     * @throws org.apache.kafka.common.errors.InvalidConfigurationException if the address or a setting cannot work, for example
     *     because another process holds the directory; says what to do
     */
    LogClient open(String address, Map<String, ?> config);
}
