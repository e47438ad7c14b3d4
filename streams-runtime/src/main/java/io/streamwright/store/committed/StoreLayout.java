package io.streamwright.store.committed;

import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * What a storage must know of a store, and compares with what its directory holds. Immutable.
 *
 * @param name name of the store
 * @param valueLayout how its values are laid out in bytes
 * @param changelog where it is restored from; empty if logging is off
 */
public record StoreLayout(String name, ValueLayout valueLayout, Optional<TopicPartition> changelog) {}
