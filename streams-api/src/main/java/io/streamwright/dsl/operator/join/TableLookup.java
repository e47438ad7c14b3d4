package io.streamwright.dsl.operator.join;

import io.streamwright.dsl.operator.HeldBack;
import io.streamwright.dsl.operator.RowOperation;
import io.streamwright.dsl.operator.RowsOf;
import io.streamwright.dsl.operator.StoredTable;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.topology.TimeOrderedBuffer;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How rows of a table are found: in its store, or made of the rows of the tables that it is made of.
 *
 * <p>Immutable; what it opens belongs to the worker of a task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class TableLookup<K extends @Nullable Object, V> {

    /** Which row is found while updates wait for the commit. */
    public enum Moment {
        /** The one that was written last. A record of a stream meets the row that came before it. */
        NEWEST,
        /**
         * The one that was passed on last. Two tables meet as they are known downstream: if both have updates that wait, the first to
         * be passed on meets the other's old row, and the second replaces that result. With the newest rows, two deletions would
         * not delete the result, and old values would be of results that never were.
         */
        PASSED_ON
    }

    /** A table whose rows can be found, until it is closed with the processor that opened it. */
    @FunctionalInterface
    public interface Rows<K extends @Nullable Object, V> extends AutoCloseable {
        /** Returns a row; null if there is none. */
        @Nullable
        ValueAndTimestamp<V> find(K key);

        /** Returns a row as it was at a time, in ms since the epoch, if the table is versioned; else as {@link #find} does. */
        default @Nullable ValueAndTimestamp<V> findAsOf(K key, long asOfMs) {
            return find(key);
        }

        /** Gives up what makes the rows; called once. */
        @Override
        default void close() {}

        /** Closes what was opened; for processors that may be closed before they were initialised. */
        static void closeIfOpen(@Nullable Rows<?, ?> opened) {
            if (opened != null) {
                opened.close();
            }
        }
    }

    /** A table that is made of others, which are closed with it. Immutable. */
    private record Derived<K extends @Nullable Object, V>(Rows<K, V> finding, Runnable closing) implements Rows<K, V> {
        @Override
        public @Nullable ValueAndTimestamp<V> find(K key) {
            return finding.find(key);
        }

        @Override
        public void close() {
            closing.run();
        }
    }

    private interface Opening<K extends @Nullable Object, V> {
        Rows<K, V> open(ProcessorContext<?, ?> context, Moment moment);
    }

    /** The time of a row that was passed on before an update of it came to wait. */
    private static final long UNKNOWN_MS = -1;

    private final Set<String> stores;
    private final Opening<K, V> opening;

    private TableLookup(Set<String> stores, Opening<K, V> opening) {
        this.stores = stores;
        this.opening = opening;
    }

    /**
     * For a table that is kept.
     *
     * @param storeName keeps the table
     * @param heldBack where the table enters what it holds back
     * @param timeToLiveMs how long rows stay that are not updated; those that are over are not found by records of streams. Tables meet
     *     them until the deletion is passed on
     */
    public static <K extends @Nullable Object, V> TableLookup<K, V> in(
            String storeName, HeldBack heldBack, OptionalLong timeToLiveMs) {
        return new TableLookup<>(Set.of(storeName), (context, moment) -> {
            StateStore store = RowsOf.table(context, storeName);
            return switch (moment) {
                case NEWEST -> new InStore<K, V>(store, context, timeToLiveMs);
                case PASSED_ON -> key -> StoredTable.passedOn(store, heldBack, key);
            };
        });
    }

    /** For a table that is made of this one, row by row. */
    public <VOut> TableLookup<K, VOut> through(RowOperation<K, V, VOut> operation) {
        return new TableLookup<>(union(stores, operation.stores()), (context, moment) -> {
            return new Made<K, V, VOut>(opening.open(context, moment), operation.open(context));
        });
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return all;
    }

    /**
     * For a table that holds back the updates of this one.
     *
     * @param buffer the name of the store in which they wait
     */
    public TableLookup<K, V> heldBackIn(String buffer) {
        return new TableLookup<>(union(stores, Set.of(buffer)), (context, moment) -> {
            TimeOrderedBuffer<K, V> waiting = context.getStateStore(buffer);
            // What this table has not passed on did not come to the buffer yet, whatever the moment.
            Rows<K, V> rows = opening.open(context, Moment.PASSED_ON);
            Rows<K, V> finding = key -> {
                TimeOrderedBuffer.Waiting<V> row = waiting.waiting(key);
                return row == null ? rows.find(key) : ValueAndTimestamp.make(row.passedOn(), UNKNOWN_MS);
            };
            return new Derived<>(finding, rows::close);
        });
    }

    /** For a join of this table with another; its rows are the newest ones, as it has no versions. */
    public <VOther, VOut> TableLookup<K, VOut> joinedWith(
            TableLookup<K, VOther> other,
            JoinType type,
            ValueJoiner<@Nullable V, @Nullable VOther, @Nullable VOut> joiner) {
        return new TableLookup<>(union(stores, other.stores), (context, moment) -> {
            Rows<K, V> leftRows = opening.open(context, moment);
            Rows<K, VOther> rightRows = other.opening.open(context, moment);
            Rows<K, VOut> finding = key -> {
                ValueAndTimestamp<V> left = leftRows.find(key);
                ValueAndTimestamp<VOther> right = rightRows.find(key);
                VOut value = type.<V, VOther, VOut>result(
                        joiner, ValueAndTimestamp.getValueOrNull(left), ValueAndTimestamp.getValueOrNull(right));
                return ValueAndTimestamp.make(value, Math.max(timestampOf(left), timestampOf(right)));
            };
            return new Derived<>(finding, () -> {
                try (leftRows) {
                    rightRows.close();
                }
            });
        });
    }

    /** Rows in a store. Owner: as the store. */
    private record InStore<K extends @Nullable Object, V>(
            StateStore store, ProcessorContext<?, ?> context, OptionalLong timeToLiveMs) implements Rows<K, V> {
        @Override
        public @Nullable ValueAndTimestamp<V> find(K key) {
            return timeToLiveMs.isEmpty()
                    ? StoredTable.newest(store, key)
                    : StoredTable.alive(store, key, context, timeToLiveMs.getAsLong());
        }

        @Override
        public @Nullable ValueAndTimestamp<V> findAsOf(K key, long asOfMs) {
            return timeToLiveMs.isEmpty() ? StoredTable.asOf(store, key, asOfMs) : find(key); // it has no versions
        }
    }

    /** Rows that are made of others. Owner: as theirs. */
    private record Made<K extends @Nullable Object, V, VOut>(Rows<K, V> rows, RowOperation.Opened<K, V, VOut> operation)
            implements Rows<K, VOut> {
        @Override
        public @Nullable ValueAndTimestamp<VOut> find(K key) {
            return operation.of(key, rows.find(key));
        }

        @Override
        public @Nullable ValueAndTimestamp<VOut> findAsOf(K key, long asOfMs) {
            return operation.of(key, rows.findAsOf(key, asOfMs));
        }

        @Override
        public void close() {
            try (rows) {
                operation.close();
            }
        }
    }

    private static long timestampOf(@Nullable ValueAndTimestamp<?> row) {
        return row == null ? -1 : row.timestamp();
    }

    /** Returns the names of the stores that a processor must be connected to before it can look up rows. */
    public Set<String> stores() {
        return stores;
    }

    /**
     * Opens the table for a processor.
     *
     * @param context of a processor that is connected to {@link #stores()}
     * @param moment which rows are found
     */
    public Rows<K, V> open(ProcessorContext<?, ?> context, Moment moment) {
        return opening.open(context, moment);
    }
}
