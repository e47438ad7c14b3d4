package io.streamwright.state;

import java.util.Map;
import org.apache.kafka.common.Configurable;

/**
 * Chooses the kind of store that tables are kept in (KIP-954).
 *
 * <p>Called by the thread that builds the program.
 */
public interface DslStoreSuppliers extends Configurable {

    /** Takes the application's settings, by name; nothing is taken unless overridden. */
    @Override
    default void configure(Map<String, ?> configs) {}

    /**
     * Returns the supplier of a table's store.
     *
     * @param params what is needed of the store; the supplier's name must be the one given
     */
    KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params);

    /**
     * Returns the supplier of a windowed operator's store.
     *
     * @param params what is needed of the store; the supplier's name must be the one given
     */
    WindowBytesStoreSupplier windowStore(DslWindowParams params);

    /**
     * Returns the supplier of the store of an operator on sessions.
     *
     * @param params what is needed of the store; the supplier's name must be the one given
     */
    SessionBytesStoreSupplier sessionStore(DslSessionParams params);
}
