package io.streamwright.log;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;

/** Opens logs by address. Thread-safe: holds nothing. */
public final class Logs {
    private static final LogProvider INSTALLED = new LogProvider() {
        @Override
        public boolean accepts(String address) {
            return providerOf(address).isPresent();
        }

        @Override
        public LogClient open(String address, Map<String, ?> config) {
            return Logs.open(address, config);
        }
    };

    private Logs() {}

    /** Returns a provider of all logs that are known here: it accepts and opens what {@link #open} opens. */
    public static LogProvider installed() {
        return INSTALLED;
    }

    /**
     * Opens the log at an address, or joins it if this process has it open.
     *
     * @param address {@code embedded:PATH}, {@code memory:NAME}, or {@code host:port} of Apache Kafka
     * @param config settings by name; unknown ones are ignored
     * @throws ConfigException if no log knows the address
     */
    public static LogClient open(String address, Map<String, ?> config) {
        return providerOf(address)
                .orElseThrow(
                        () -> new ConfigException(
                                "bootstrap.servers",
                                address,
                                "no log here has such an address; use embedded:PATH for a log in a directory, memory:NAME for one in memory, or host:port for Apache Kafka"))
                .open(address, config);
    }

    private static Optional<LogProvider> providerOf(String address) {
        for (LogProvider provider : ServiceLoader.load(LogProvider.class, Logs.class.getClassLoader())) {
            if (provider.accepts(address)) {
                return Optional.of(provider);
            }
        }
        return Optional.empty();
    }
}
