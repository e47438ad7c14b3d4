package io.streamwright.state;

import org.apache.kafka.common.utils.Bytes;

/** Asks for one of the house's stores, and says that it keeps headers. */
public sealed interface BuiltInHeadersStore extends HeadersBytesStoreSupplier {

    /**
     * Returns what is asked of the store itself: a builder knows what it keeps.
     *
     * @param supplier of the house or of the program
     */
    static KeyValueBytesStoreSupplier store(KeyValueBytesStoreSupplier supplier) {
        return supplier instanceof KeyValue keeping ? keeping.store : supplier;
    }

    /** The same for a window store. */
    static WindowBytesStoreSupplier store(WindowBytesStoreSupplier supplier) {
        return supplier instanceof Window keeping ? keeping.store : supplier;
    }

    /** The same for a session store. */
    static SessionBytesStoreSupplier store(SessionBytesStoreSupplier supplier) {
        return supplier instanceof Session keeping ? keeping.store : supplier;
    }

    /** For a key-value store. Immutable. */
    record KeyValue(BuiltInKeyValueStore store) implements BuiltInHeadersStore, KeyValueBytesStoreSupplier {
        @Override
        public String name() {
            return store.name();
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return store.get();
        }

        @Override
        public String metricsScope() {
            return store.metricsScope();
        }
    }

    /** For a window store. Immutable. */
    record Window(BuiltInWindowStore store) implements BuiltInHeadersStore, WindowBytesStoreSupplier {
        @Override
        public String name() {
            return store.name();
        }

        @Override
        public WindowStore<Bytes, byte[]> get() {
            return store.get();
        }

        @Override
        public String metricsScope() {
            return store.metricsScope();
        }

        @Override
        public long segmentIntervalMs() {
            return store.segmentIntervalMs();
        }

        @Override
        public long windowSize() {
            return store.windowSize();
        }

        @Override
        public boolean retainDuplicates() {
            return store.retainDuplicates();
        }

        @Override
        public long retentionPeriod() {
            return store.retentionPeriod();
        }
    }

    /** For a session store. Immutable. */
    record Session(BuiltInSessionStore store) implements BuiltInHeadersStore, SessionBytesStoreSupplier {
        @Override
        public String name() {
            return store.name();
        }

        @Override
        public SessionStore<Bytes, byte[]> get() {
            return store.get();
        }

        @Override
        public String metricsScope() {
            return store.metricsScope();
        }

        @Override
        public long segmentIntervalMs() {
            return store.segmentIntervalMs();
        }

        @Override
        public long retentionPeriod() {
            return store.retentionPeriod();
        }
    }
}
