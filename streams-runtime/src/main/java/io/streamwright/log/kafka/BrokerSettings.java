package io.streamwright.log.kafka;

import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits that brokers set, for where a client's failure does not name them. Asking needs the right to describe the cluster's settings.
 *
 * <p>Thread-safe: the admin client is.
 *
 * @param admin asks a broker
 */
record BrokerSettings(Admin admin) {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerSettings.class);

    /** How long a transaction may be, in milliseconds. */
    static final String MAX_TRANSACTION_TIMEOUT = "transaction.max.timeout.ms";

    /** How long the metadata of a committed offset may be, in characters. */
    static final String MAX_OFFSET_METADATA = "offset.metadata.max.bytes";

    /** Returns a setting of one of the brokers, which should all have the same; empty if it cannot be read. */
    OptionalLong read(String setting) {
        try {
            String broker = KafkaFailures.await(admin.describeCluster().nodes())
                    .iterator()
                    .next()
                    .idString();
            ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
            ConfigEntry entry = KafkaFailures.await(
                            admin.describeConfigs(Set.of(resource)).values(), resource)
                    .get(setting);
            return entry == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(entry.value()));
        } catch (KafkaException failure) {
            LOG.warn("the broker's {} cannot be read: {}", setting, failure.toString());
            return OptionalLong.empty();
        }
    }
}
