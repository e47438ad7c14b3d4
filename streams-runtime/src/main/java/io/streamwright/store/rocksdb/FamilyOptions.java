package io.streamwright.store.rocksdb;

import java.util.HashMap;
import java.util.Map;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;

/**
 * With which settings a database and its column families are opened.
 *
 * <p>Owner: the worker that owns the task.
 */
final class FamilyOptions implements AutoCloseable {
    private final DBOptions database = RocksDbSettings.database();
    private final long writeBufferBytes;
    private final ColumnFamilyOptions house;
    private final ProgramSettings program;
    private final Map<String, ColumnFamilyOptions> ofProgram = new HashMap<>();

    /**
     * Starts with the settings of the house.
     *
     * @param writeBufferBytes size of a write buffer
     * @param configs the application's settings, which may name a setter
     */
    FamilyOptions(long writeBufferBytes, Map<String, Object> configs) {
        this.program = new ProgramSettings(configs);
        this.writeBufferBytes = writeBufferBytes;
        this.house = RocksDbSettings.columnFamily(writeBufferBytes);
    }

    /** Asks the program for the settings of a store. */
    void ofProgram(String family, String store) {
        ofProgram.put(family, program.of(store, database, writeBufferBytes));
    }

    ColumnFamilyOptions of(String family) {
        return ofProgram.getOrDefault(family, house);
    }

    DBOptions database() {
        return database;
    }

    void closeAfter(Exception failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Called when the database is closed. */
    @Override
    public void close() {
        try {
            program.close();
        } finally {
            ofProgram.values().forEach(ColumnFamilyOptions::close);
            house.close();
            database.close();
        }
    }
}
