package io.streamwright.kstream;

/** When a windowed aggregation passes on its results (KIP-825). Immutable. */
public interface EmitStrategy {

    /** The moments. */
    enum StrategyType {
        /** Each time that a window changes. */
        ON_WINDOW_UPDATE,
        /** Once for each window, when it takes no more records. */
        ON_WINDOW_CLOSE;

        /** Returns the strategy of a type. */
        public static EmitStrategy forType(StrategyType type) {
            return () -> type;
        }
    }

    /** Returns the moment. */
    StrategyType type();

    /**
     * Returns the strategy that passes on the one final result of a window, when stream time has passed the window's end and grace
     * period. Caching makes no difference to it.
     */
    static EmitStrategy onWindowClose() {
        return StrategyType.forType(StrategyType.ON_WINDOW_CLOSE);
    }

    /** Returns the strategy that passes on every change of a window; with caching, one for each window and transaction. */
    static EmitStrategy onWindowUpdate() {
        return StrategyType.forType(StrategyType.ON_WINDOW_UPDATE);
    }
}
