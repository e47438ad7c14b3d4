package io.streamwright.dsl.program;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/**
 * Writes down what stores are asked of it, but for retentions, which are a little longer in one of the libraries, and makes them in
 * memory. What is written down is of the thread that builds.
 */
public final class KafkaRecordingStores implements DslStoreSuppliers {
    private static final ThreadLocal<Set<String>> ASKED = ThreadLocal.withInitial(TreeSet::new);

    /** For settings that name the class. */
    public KafkaRecordingStores() {}

    /** Returns what was asked since the last call. */
    static Set<String> takeAsked() {
        Set<String> asked = ASKED.get();
        ASKED.remove();
        return asked;
    }

    @Override
    public void configure(Map<String, ?> configs) {
        ASKED.get().add("configured for " + configs.get("application.id"));
    }

    @Override
    public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
        ASKED.get().add("rows " + params.name());
        return Stores.inMemoryKeyValueStore(params.name());
    }

    @Override
    public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
        ASKED.get()
                .add("windows " + params.name() + " of " + params.windowSize()
                        + " duplicates " + params.retainDuplicates() + " sliding " + params.isSlidingWindow()
                        + " emitted "
                        + params.emitStrategy().type());
        return Stores.inMemoryWindowStore(
                params.name(), params.retentionPeriod(), params.windowSize(), params.retainDuplicates());
    }

    @Override
    public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
        ASKED.get()
                .add("sessions " + params.name() + " emitted "
                        + params.emitStrategy().type());
        return Stores.inMemorySessionStore(params.name(), params.retentionPeriod());
    }
}
