package io.streamwright.kstream;

import io.streamwright.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * How two tables are joined by a foreign key: how the two internal topics between them are partitioned, and the name of the join, with
 * which the names of these topics, of the store of subscriptions and of all nodes start (KIP-775). Immutable.
 *
 * <p>The partitioners are those with which the tables' own topics are written. They get null for the value, as no row is at hand where
 * they are asked, and have to return exactly one partition, or nothing for the hash of the serialized key.
 *
 * @param <K> the keys of the left table
 * @param <KO> the keys of the right table: the foreign keys
 */
public class TableJoined<K extends @Nullable Object, KO extends @Nullable Object>
        implements NamedOperation<TableJoined<K, KO>> {

    /** How the left table's topic is partitioned; null: answers go to the partition that the row's update came from. */
    protected final @Nullable StreamPartitioner<K, Void> partitioner;

    /** How the right table's topic is partitioned; null: by the hash of the serialized key. */
    protected final @Nullable StreamPartitioner<KO, Void> otherPartitioner;

    /** The join's name; null: generated. */
    protected final @Nullable String name;

    private TableJoined(
            @Nullable StreamPartitioner<K, Void> partitioner,
            @Nullable StreamPartitioner<KO, Void> otherPartitioner,
            @Nullable String name) {
        this.partitioner = partitioner;
        this.otherPartitioner = otherPartitioner;
        this.name = name;
    }

    /** Copies settings. */
    protected TableJoined(TableJoined<K, KO> tableJoined) {
        this(tableJoined.partitioner, tableJoined.otherPartitioner, tableJoined.name);
    }

    /**
     * Sets the partitioners.
     *
     * @param partitioner that of the left table; null: its rows are answered where they came from
     * @param otherPartitioner that of the right table; null: by the hash of the serialized key
     */
    public static <K extends @Nullable Object, KO extends @Nullable Object> TableJoined<K, KO> with(
            @Nullable StreamPartitioner<K, Void> partitioner, @Nullable StreamPartitioner<KO, Void> otherPartitioner) {
        return new TableJoined<>(partitioner, otherPartitioner, null);
    }

    /** Sets the name; null: generated. */
    public static <K extends @Nullable Object, KO extends @Nullable Object> TableJoined<K, KO> as(
            @Nullable String name) {
        return new TableJoined<>(null, null, name);
    }

    /** Returns the same with another partitioner of the left table; null: rows are answered where they came from. */
    public TableJoined<K, KO> withPartitioner(@Nullable StreamPartitioner<K, Void> partitioner) {
        return new TableJoined<>(partitioner, otherPartitioner, name);
    }

    /** Returns the same with another partitioner of the right table; null: by the hash of the serialized key. */
    public TableJoined<K, KO> withOtherPartitioner(@Nullable StreamPartitioner<KO, Void> otherPartitioner) {
        return new TableJoined<>(partitioner, otherPartitioner, name);
    }

    /** Returns the same under a name. */
    @Override
    public TableJoined<K, KO> withName(@Nullable String name) {
        return new TableJoined<>(partitioner, otherPartitioner, name);
    }
}
