package io.streamwright;

import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * Reads those settings of the log's clients that the engine itself follows. Immutable.
 *
 * @param settings all settings by name, as the program gave them
 */
record ClientSettings(Map<String, Object> settings) {

    /** Less than a producer's own default: what a task that died left open holds up the readers of its topics. */
    private static final int TRANSACTION_TIMEOUT_MS_DEFAULT = 10_000;

    int transactionTimeoutMs() {
        return first(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                "a whole number from 1, in milliseconds",
                TRANSACTION_TIMEOUT_MS_DEFAULT,
                text -> {
                    int timeoutMs = Integer.parseInt(text);
                    if (timeoutMs < 1) {
                        throw new IllegalArgumentException("not positive: " + timeoutMs);
                    }
                    return timeoutMs;
                },
                StreamsConfig.PRODUCER_PREFIX);
    }

    AutoOffsetReset offsetReset() {
        return first(
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest, latest, none, or by_duration: with an ISO-8601 duration such as PT1H",
                AutoOffsetReset.earliest(),
                text -> AutoOffsetReset.parse(text.toLowerCase(Locale.ROOT)),
                StreamsConfig.MAIN_CONSUMER_PREFIX,
                StreamsConfig.CONSUMER_PREFIX);
    }

    /** Reads a setting under the first of its names that is set: those with a prefix, then the plain one. */
    private <T> T first(String name, String allowed, T defaultValue, Function<String, T> reader, String... prefixes) {
        String fullName = name;
        for (int i = prefixes.length - 1; i >= 0; i--) {
            fullName = settings.containsKey(prefixes[i] + name) ? prefixes[i] + name : fullName;
        }
        Object value = settings.get(fullName);
        if (value == null) {
            return defaultValue;
        }
        try {
            return reader.apply(value.toString().strip());
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new ConfigException(
                    fullName + " = " + value + " is refused. Allowed: " + allowed + ". Leave it out for the default, "
                            + defaultValue.toString().toLowerCase(Locale.ROOT) + ".");
        }
    }
}
