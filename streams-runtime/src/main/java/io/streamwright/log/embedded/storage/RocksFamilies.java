package io.streamwright.log.embedded.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * An open database with its column families: one for batches, one for each table of state.
 *
 * <p>Thread-safe, as RocksDB is; {@link #close} needs that nobody uses it, which the storage's lock ensures.
 */
final class RocksFamilies implements AutoCloseable {
    private final RocksDB database;
    private final List<ColumnFamilyHandle> handles;
    private final ColumnFamilyHandle batches;
    private final Map<StateTable, ColumnFamilyHandle> tables = new EnumMap<>(StateTable.class);

    private RocksFamilies(RocksDB database, List<ColumnFamilyHandle> handles) {
        this.database = database;
        this.handles = handles;
        this.batches = handles.get(1);
        int next = 2;
        for (StateTable table : StateTable.values()) {
            tables.put(table, handles.get(next));
            next++;
        }
    }

    static RocksFamilies open(Path directory, RocksTuning tuning) throws RocksDBException {
        try {
            Files.createDirectories(directory);
        } catch (IOException cause) {
            throw new UncheckedIOException("directory " + directory + " cannot be made", cause);
        }
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.state()));
        descriptors.add(new ColumnFamilyDescriptor(name("batches"), tuning.batches()));
        for (StateTable table : StateTable.values()) {
            descriptors.add(new ColumnFamilyDescriptor(name(table.name()), tuning.state()));
        }
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        RocksDB database = RocksDB.open(tuning.database(), directory.toString(), descriptors, handles);
        return new RocksFamilies(database, handles);
    }

    private static byte[] name(String name) {
        return name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    }

    RocksDB database() {
        return database;
    }

    ColumnFamilyHandle batches() {
        return batches;
    }

    ColumnFamilyHandle of(StateTable table) {
        ColumnFamilyHandle handle = tables.get(table);
        if (handle == null) {
            throw new IllegalStateException("no column family for " + table);
        }
        return handle;
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        database.close();
    }
}
