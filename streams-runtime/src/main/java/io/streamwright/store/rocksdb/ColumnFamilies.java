package io.streamwright.store.rocksdb;

import io.streamwright.store.committed.StoreLayout;
import io.streamwright.store.expiry.RowTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * An open RocksDB with its column families: one for each store, one for the positions. Those of stores that the task no longer
 * has are opened too, as RocksDB asks for it, and kept as they are.
 *
 * <p>Owner: the worker that owns the task.
 */
final class ColumnFamilies implements AutoCloseable {
    private static final String POSITIONS = "positions";
    /** Keeps the names of stores apart from names of ours. */
    private static final String STORE_PREFIX = "store-";

    private final FamilyOptions options;
    private final RocksDB database;
    private final Map<String, ColumnFamilyHandle> handles;

    private ColumnFamilies(FamilyOptions options, RocksDB database, Map<String, ColumnFamilyHandle> handles) {
        this.options = options;
        this.database = database;
        this.handles = handles;
    }

    static ColumnFamilies open(
            Path directory, List<StoreLayout> stores, long writeBufferBytes, Map<String, Object> configs)
            throws RocksDBException {
        FamilyOptions options = new FamilyOptions(writeBufferBytes, configs);
        try {
            stores.stream()
                    .map(StoreLayout::name)
                    .filter(store -> !RowTime.isIndex(store))
                    .forEach(store -> options.ofProgram(STORE_PREFIX + store, store));
            Set<String> names = names(directory, stores);
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            for (String name : names) {
                descriptors.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), options.of(name)));
            }
            List<ColumnFamilyHandle> opened = new ArrayList<>();
            RocksDB database = RocksDB.open(options.database(), directory.toString(), descriptors, opened);
            Map<String, ColumnFamilyHandle> handles = new LinkedHashMap<>();
            int next = 0;
            for (String name : names) {
                handles.put(name, opened.get(next++));
            }
            return new ColumnFamilies(options, database, handles);
        } catch (RocksDBException | RuntimeException e) {
            options.closeAfter(e);
            throw e;
        }
    }

    private static Set<String> names(Path directory, List<StoreLayout> stores) throws RocksDBException {
        Set<String> names = new LinkedHashSet<>();
        names.add(new String(RocksDB.DEFAULT_COLUMN_FAMILY, StandardCharsets.UTF_8));
        names.add(POSITIONS);
        stores.forEach(store -> names.add(STORE_PREFIX + store.name()));
        try (Options options = new Options()) {
            for (byte[] found : RocksDB.listColumnFamilies(options, directory.toString())) {
                names.add(new String(found, StandardCharsets.UTF_8));
            }
        }
        return names;
    }

    RocksDB database() {
        return database;
    }

    ColumnFamilyHandle positions() {
        return named(POSITIONS);
    }

    ColumnFamilyHandle store(String name) {
        return named(STORE_PREFIX + name);
    }

    private ColumnFamilyHandle named(String name) {
        return Objects.requireNonNull(handles.get(name), () -> "no column family " + name);
    }

    List<ColumnFamilyHandle> all() {
        return List.copyOf(handles.values());
    }

    @Override
    public void close() {
        handles.values().forEach(ColumnFamilyHandle::close);
        database.close();
        options.close();
    }
}
