package io.streamwright.log;

import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;

/** Opens logs by address. Thread-safe: holds nothing. */
public final class Logs {
    private Logs() {}

    /**
     * Opens the log at an address, or joins it if this process has it open.
     *
     * @param address {@code embedded:PATH} or {@code memory:NAME}
     * @param config settings by name; unknown ones are ignored
     * @throws ConfigException if no log knows the address
     */
    public static LogClient open(String address, Map<String, ?> config) {
        for (LogProvider provider : ServiceLoader.load(LogProvider.class, Logs.class.getClassLoader())) {
            if (provider.accepts(address)) {
                return provider.open(address, config);
            }
        }
        throw new ConfigException(
                "bootstrap.servers",
                address,
                "no log here has such an address (Apache Kafka cannot be the log yet); use embedded:PATH for a log in a directory or memory:NAME for one in memory");
    }
}
