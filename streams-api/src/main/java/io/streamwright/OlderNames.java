package io.streamwright;

import java.util.Map;

/** Settings that are read only where their newer name is not set. Immutable. */
final class OlderNames {
    /** The newer name, by the older one. */
    static final Map<String, String> NEWER = Map.of(
            StreamsConfig.DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StoreSettings.CACHE_MAX_BYTES_BUFFERING,
            StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
            StoreSettings.DEFAULT_DSL_STORE,
            StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG);

    private OlderNames() {}
}
