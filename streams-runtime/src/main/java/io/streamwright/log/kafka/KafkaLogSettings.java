package io.streamwright.log.kafka;

import static io.streamwright.StreamsConfig.ADMIN_CLIENT_PREFIX;
import static io.streamwright.StreamsConfig.CONSUMER_PREFIX;
import static io.streamwright.StreamsConfig.GLOBAL_CONSUMER_PREFIX;
import static io.streamwright.StreamsConfig.MAIN_CONSUMER_PREFIX;
import static io.streamwright.StreamsConfig.PRODUCER_PREFIX;
import static io.streamwright.StreamsConfig.RESTORE_CONSUMER_PREFIX;

import io.streamwright.StreamsConfig;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.WriterOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * What an application's settings say to Kafka's clients: those that a client knows by their plain names, over them those with the
 * client's prefix, the more special prefix last; and over all of them what exactly-once processing rests on.
 *
 * <p>Immutable.
 *
 * @param address the brokers
 * @param config all settings by name
 */
record KafkaLogSettings(String address, Map<String, ?> config) {
    private static final int DEFAULT_MAX_REQUEST_BYTES = 1024 * 1024;
    private static final long DEFAULT_MAX_BLOCK_MS = 60_000;

    KafkaLogSettings {
        config = new HashMap<>(config); // may hold nulls
    }

    Map<String, Object> admin() {
        Map<String, Object> settings = of(AdminClientConfig.configNames(), "admin", ADMIN_CLIENT_PREFIX);
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        return settings;
    }

    /** Returns the settings of a consumer that is told what to read: it has no group, commits nothing and resets no position. */
    Map<String, Object> reader(ReaderOptions options, int number) {
        String special = switch (options.purpose()) {
            case INPUT -> MAIN_CONSUMER_PREFIX;
            case RESTORE -> RESTORE_CONSUMER_PREFIX;
            case GLOBAL -> GLOBAL_CONSUMER_PREFIX;
        };
        Map<String, Object> settings = consumer("consumer-" + number, special);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, options.maxPollRecords());
        settings.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, options.maxPollBytes());
        return settings;
    }

    /** Returns the settings of a consumer that is a member of a group, and reads nothing. */
    Map<String, Object> member(String groupId, Optional<String> instanceId) {
        Map<String, Object> settings = consumer("member", MAIN_CONSUMER_PREFIX);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
        instanceId.ifPresent(id -> settings.putIfAbsent(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, id));
        settings.remove(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
        return settings;
    }

    private Map<String, Object> consumer(String name, String specialPrefix) {
        Map<String, Object> settings = of(ConsumerConfig.configNames(), name, CONSUMER_PREFIX, specialPrefix);
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // The assignment is made by a member of the group (KIP-848's protocol lets the broker make it).
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        return settings;
    }

    /** Returns the settings of the producer of a transactional id. */
    Map<String, Object> producer(WriterOptions options) {
        Map<String, Object> settings =
                of(ProducerConfig.configNames(), options.transactionalId() + "-producer", PRODUCER_PREFIX);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, options.transactionalId());
        settings.put(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Math.toIntExact(options.transactionTimeout().toMillis()));
        long maxBlockMs = number(settings, ProducerConfig.MAX_BLOCK_MS_CONFIG, DEFAULT_MAX_BLOCK_MS);
        settings.put(
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                Math.min(maxBlockMs, Math.max(1, options.openTimeout().toMillis())));
        return settings;
    }

    /** Returns how large a request of a producer with these settings may be, in bytes. */
    static int maxRequestBytes(Map<String, Object> producer) {
        return (int) number(producer, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, DEFAULT_MAX_REQUEST_BYTES);
    }

    /** Returns whether a producer with these settings makes batches smaller than the records in them. */
    static boolean compresses(Map<String, Object> producer) {
        return !"none".equals(String.valueOf(producer.getOrDefault(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none")));
    }

    /** Returns how many replicas new topics get; empty if that is left to the broker. */
    Optional<Short> replicationFactor() {
        Object value = config.get(StreamsConfig.REPLICATION_FACTOR_CONFIG);
        if (value == null || "-1".equals(String.valueOf(value).trim())) {
            return Optional.empty();
        }
        return Optional.of((short) number(config, StreamsConfig.REPLICATION_FACTOR_CONFIG, -1));
    }

    /** Returns what begins the names of this application's clients and threads. */
    String clientName() {
        for (String setting : new String[] {StreamsConfig.CLIENT_ID_CONFIG, StreamsConfig.APPLICATION_ID_CONFIG}) {
            Object value = config.get(setting);
            if (value != null && !String.valueOf(value).isEmpty()) {
                return String.valueOf(value);
            }
        }
        return "streamwright";
    }

    private Map<String, Object> of(Set<String> known, String name, String... prefixes) {
        Map<String, Object> settings = new HashMap<>();
        config.forEach((setting, value) -> {
            if (known.contains(setting) && value != null) {
                settings.put(setting, value);
            }
        });
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, clientName() + "-" + name);
        for (String prefix : prefixes) {
            config.forEach((setting, value) -> {
                if (setting.startsWith(prefix) && value != null) {
                    settings.put(setting.substring(prefix.length()), value);
                }
            });
        }
        return settings;
    }

    private static long number(Map<String, ?> settings, String name, long otherwise) {
        @Nullable Object value = settings.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            return Long.parseLong(String.valueOf(value).trim());
        } catch (NumberFormatException notANumber) {
            throw new InvalidConfigurationException(name + "=" + value + " is not a number", notANumber);
        }
    }
}
