package io.streamwright;

import io.streamwright.processor.StateStore;
import io.streamwright.state.StoreBuilder;
import java.util.Map;

/** A store of which a topology knows no more than the name. Immutable; equal only to itself. */
public final class NamedStore implements StoreBuilder<StateStore> {
    private final String name;
    private final boolean logged;

    private NamedStore(String name, boolean logged) {
        this.name = name;
        this.logged = logged;
    }

    /** Returns a new builder of a store with a changelog. */
    public static NamedStore named(String name) {
        return new NamedStore(name, true);
    }

    @Override
    public StoreBuilder<StateStore> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<StateStore> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<StateStore> withLoggingEnabled(Map<String, String> config) {
        return new NamedStore(name, true);
    }

    @Override
    public StoreBuilder<StateStore> withLoggingDisabled() {
        return new NamedStore(name, false);
    }

    @Override
    public StateStore build() {
        throw new UnsupportedOperationException("store " + name + " is only a name");
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return logged;
    }

    @Override
    public String name() {
        return name;
    }
}
