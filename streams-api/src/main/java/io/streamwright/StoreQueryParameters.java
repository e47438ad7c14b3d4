package io.streamwright;

import io.streamwright.state.QueryableStoreType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which store a program wants to look into, see {@code StreamsApp.store} (KIP-562).
 *
 * <p>Immutable.
 *
 * @param <T> how the store is seen
 */
public class StoreQueryParameters<T> {

    private final String storeName;
    private final QueryableStoreType<T> queryableStoreType;
    private final @Nullable Integer partition;
    private final boolean staleStores;

    /** For subclasses; programs begin with {@link #fromNameAndType}. */
    protected StoreQueryParameters(
            String storeName,
            QueryableStoreType<T> queryableStoreType,
            @Nullable Integer partition,
            boolean staleStores) {
        this.storeName = Objects.requireNonNull(storeName, "storeName cannot be null");
        this.queryableStoreType = Objects.requireNonNull(queryableStoreType, "queryableStoreType cannot be null");
        this.partition = partition;
        this.staleStores = staleStores;
    }

    /**
     * Asks for all partitions of a store that this instance has, once they are restored.
     *
     * @param storeName the store's name
     * @param queryableStoreType what kind of store it is, see {@link io.streamwright.state.QueryableStoreTypes}
     */
    public static <T> StoreQueryParameters<T> fromNameAndType(
            String storeName, QueryableStoreType<T> queryableStoreType) {
        return new StoreQueryParameters<>(storeName, queryableStoreType, null, false);
    }

    /**
     * Asks for one partition only.
     *
     * @param newPartition its number; null: all
     */
    public StoreQueryParameters<T> withPartition(@Nullable Integer newPartition) {
        return new StoreQueryParameters<>(storeName, queryableStoreType, newPartition, staleStores);
    }

    /** Asks for stores also while they are being restored: they then show what is restored so far. */
    public StoreQueryParameters<T> enableStaleStores() {
        return new StoreQueryParameters<>(storeName, queryableStoreType, partition, true);
    }

    /** Returns the store's name. */
    public String storeName() {
        return storeName;
    }

    /** Returns what kind of store it is. */
    public QueryableStoreType<T> queryableStoreType() {
        return queryableStoreType;
    }

    /** Returns the partition; null: all. */
    public @Nullable Integer partition() {
        return partition;
    }

    /** Returns whether stores may answer that are being restored. */
    public boolean staleStoresEnabled() {
        return staleStores;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof StoreQueryParameters<?> that
                        && Objects.equals(partition, that.partition)
                        && staleStores == that.staleStores
                        && storeName.equals(that.storeName)
                        && queryableStoreType.equals(that.queryableStoreType));
    }

    @Override
    public int hashCode() {
        return Objects.hash(partition, staleStores, storeName, queryableStoreType);
    }

    @Override
    public String toString() {
        return "StoreQueryParameters(store=" + storeName + ", type=" + queryableStoreType + ", partition=" + partition
                + ", staleStores=" + staleStores + ")";
    }
}
