package io.streamwright.dsl.program;

import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.DslSessionParams;
import io.streamwright.state.DslStoreSuppliers;
import io.streamwright.state.DslWindowParams;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.SessionBytesStoreSupplier;
import io.streamwright.state.Stores;
import io.streamwright.state.WindowBytesStoreSupplier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes down what stores are asked of it, but for retentions, which are a little longer in one of the libraries, and makes them in
 * memory. What is written down is of the thread that builds.
 */
public final class RecordingStores implements DslStoreSuppliers {
    private static final ThreadLocal<Set<String>> ASKED = ThreadLocal.withInitial(TreeSet::new);

    /** For settings that name the class. */
    public RecordingStores() {}

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
