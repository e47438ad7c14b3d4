package io.streamwright.state;

import static java.util.Objects.requireNonNull;

import io.streamwright.DslStoreFormat;
import io.streamwright.kstream.EmitStrategy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a windowed operator needs of the window store it keeps its windows in. Immutable. */
public class DslWindowParams {

    private final String name;
    private final Duration retentionPeriod;
    private final Duration windowSize;
    private final boolean retainDuplicates;
    private final EmitStrategy emitStrategy;
    private final boolean slidingWindow;
    private final DslStoreFormat dslStoreFormat;

    /**
     * Says what is needed.
     *
     * @param name the store's name
     * @param retentionPeriod how long a window is kept after its start
     * @param windowSize size of the windows
     * @param retainDuplicates whether values of the same key and window are kept side by side
     * @param emitStrategy when results are passed on; waiting for windows to close, the operator looks for all windows of a time
     * @param isSlidingWindow whether windows begin and end with the records
     * @param isTimestamped whether values are kept with their timestamps
     */
    public DslWindowParams(
            String name,
            Duration retentionPeriod,
            Duration windowSize,
            boolean retainDuplicates,
            EmitStrategy emitStrategy,
            boolean isSlidingWindow,
            boolean isTimestamped) {
        this(
                name,
                retentionPeriod,
                windowSize,
                retainDuplicates,
                emitStrategy,
                isSlidingWindow,
                isTimestamped ? DslStoreFormat.TIMESTAMPED : DslStoreFormat.PLAIN);
    }

    /**
     * Says what is needed (KIP-1285).
     *
     * @param name the store's name
     * @param retentionPeriod how long a window is kept after its start
     * @param windowSize size of the windows
     * @param retainDuplicates whether values of the same key and window are kept side by side
     * @param emitStrategy when results are passed on; waiting for windows to close, the operator looks for all windows of a time
     * @param isSlidingWindow whether windows begin and end with the records
     * @param dslStoreFormat what is kept beside a value
     */
    public DslWindowParams(
            String name,
            Duration retentionPeriod,
            Duration windowSize,
            boolean retainDuplicates,
            EmitStrategy emitStrategy,
            boolean isSlidingWindow,
            DslStoreFormat dslStoreFormat) {
        this.name = requireNonNull(name, "name of a store");
        this.retentionPeriod = requireNonNull(retentionPeriod, "retentionPeriod");
        this.windowSize = requireNonNull(windowSize, "windowSize");
        this.retainDuplicates = retainDuplicates;
        this.emitStrategy = requireNonNull(emitStrategy, "emitStrategy");
        this.slidingWindow = isSlidingWindow;
        this.dslStoreFormat = requireNonNull(dslStoreFormat, "dslStoreFormat");
    }

    /** Returns the store's name. */
    public String name() {
        return name;
    }

    /** Returns how long a window is kept after its start. */
    public Duration retentionPeriod() {
        return retentionPeriod;
    }

    /** Returns the size of the windows. */
    public Duration windowSize() {
        return windowSize;
    }

    /** Returns whether values of the same key and window are kept side by side. */
    public boolean retainDuplicates() {
        return retainDuplicates;
    }

    /** Returns when results are passed on. */
    public EmitStrategy emitStrategy() {
        return emitStrategy;
    }

    /** Returns whether windows begin and end with the records. */
    public boolean isSlidingWindow() {
        return slidingWindow;
    }

    /** Returns whether values are kept with their timestamps, and nothing else. */
    public boolean isTimestamped() {
        return dslStoreFormat == DslStoreFormat.TIMESTAMPED;
    }

    /** Returns what is kept beside a value. */
    public DslStoreFormat dslStoreFormat() {
        return dslStoreFormat;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof DslWindowParams that
                        && name.equals(that.name)
                        && retentionPeriod.equals(that.retentionPeriod)
                        && windowSize.equals(that.windowSize)
                        && retainDuplicates == that.retainDuplicates
                        && emitStrategy.type() == that.emitStrategy.type()
                        && slidingWindow == that.slidingWindow
                        && dslStoreFormat == that.dslStoreFormat);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                name,
                retentionPeriod,
                windowSize,
                retainDuplicates,
                emitStrategy.type(),
                slidingWindow,
                dslStoreFormat);
    }

    @Override
    public String toString() {
        return "DslWindowParams{name=" + name + ", retentionPeriod=" + retentionPeriod + ", windowSize=" + windowSize
                + ", retainDuplicates=" + retainDuplicates + ", emitStrategy=" + emitStrategy.type()
                + ", isSlidingWindow=" + slidingWindow + ", dslStoreFormat=" + dslStoreFormat + "}";
    }
}
