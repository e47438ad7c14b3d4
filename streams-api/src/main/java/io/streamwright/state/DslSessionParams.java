package io.streamwright.state;

import static java.util.Objects.requireNonNull;

import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.EmitStrategy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an operator on sessions needs of the session store it keeps them in. Immutable. */
public class DslSessionParams {

    private final String name;
    private final Duration retentionPeriod;
    private final EmitStrategy emitStrategy;
    private final DslStoreFormat storeFormat;

    /**
     * Says what is needed.
     *
     * @param name the store's name
     * @param retentionPeriod how long a session is kept after its end
     * @param emitStrategy when results are passed on; waiting for sessions to close, the operator looks for all sessions of a time
     */
    public DslSessionParams(String name, Duration retentionPeriod, EmitStrategy emitStrategy) {
        this(name, retentionPeriod, emitStrategy, DslStoreFormat.PLAIN);
    }

    /**
     * Says what is needed (KIP-1285).
     *
     * @param name the store's name
     * @param retentionPeriod how long a session is kept after its end
     * @param emitStrategy when results are passed on; waiting for sessions to close, the operator looks for all sessions of a time
     * @param storeFormat what is kept beside an aggregate
     */
    public DslSessionParams(
            String name, Duration retentionPeriod, EmitStrategy emitStrategy, DslStoreFormat storeFormat) {
        this.name = requireNonNull(name, "name of a store");
        this.retentionPeriod = requireNonNull(retentionPeriod, "retentionPeriod");
        this.emitStrategy = requireNonNull(emitStrategy, "emitStrategy");
        this.storeFormat = requireNonNull(storeFormat, "storeFormat");
    }

    /** Returns the store's name. */
    public String name() {
        return name;
    }

    /** Returns how long a session is kept after its end. */
    public Duration retentionPeriod() {
        return retentionPeriod;
    }

    /** Returns when results are passed on. */
    public EmitStrategy emitStrategy() {
        return emitStrategy;
    }

    /** Returns what is kept beside an aggregate. */
    public DslStoreFormat storeFormat() {
        return storeFormat;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof DslSessionParams that
                        && name.equals(that.name)
                        && retentionPeriod.equals(that.retentionPeriod)
                        && emitStrategy.type() == that.emitStrategy.type()
                        && storeFormat == that.storeFormat);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, retentionPeriod, emitStrategy.type(), storeFormat);
    }

    @Override
    public String toString() {
        return "DslSessionParams{name=" + name + ", retentionPeriod=" + retentionPeriod + ", emitStrategy="
                + emitStrategy.type() + ", storeFormat=" + storeFormat + "}";
    }
}
