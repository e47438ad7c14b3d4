package io.streamwright.topology;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * A serializer or deserializer of the DSL around one of the program's, which falls back to the configured defaults.
 *
 * <p>The engine calls it once, before the first record, for every serializer and deserializer in a {@link Blueprint}.
 */
public interface DefaultSerdesAware {

    /**
     * Takes the configured defaults for whatever the program left open.
     *
     * @param keySerde the configured default key serde; null if none is configured
     * @param valueSerde the configured default value serde; null if none is configured
     */
    void useDefaults(@Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde);
}
