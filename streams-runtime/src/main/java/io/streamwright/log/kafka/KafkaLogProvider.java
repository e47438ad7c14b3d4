package io.streamwright.log.kafka;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.loop.Clock;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Opens Apache Kafka as the log: {@code host:port}, or several with commas between them.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class KafkaLogProvider implements LogProvider {
    private static final Pattern SERVERS =
            Pattern.compile("\\s*[^\\s,]+:[0-9]{1,5}\\s*(?:,\\s*[^\\s,]+:[0-9]{1,5}\\s*)*");

    /** Called by {@link java.util.ServiceLoader}. */
    public KafkaLogProvider() {}

    @Override
    public boolean accepts(String address) {
        return !address.startsWith("embedded:")
                && !address.startsWith("memory:")
                && SERVERS.matcher(address).matches();
    }

    @Override
    public LogClient open(String address, Map<String, ?> config) {
        return KafkaLogClient.open(new KafkaLogSettings(address, config), Clock.system());
    }
}
