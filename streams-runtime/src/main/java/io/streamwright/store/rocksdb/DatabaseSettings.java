package io.streamwright.store.rocksdb;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.MutableDBOptionsInterface;
import org.rocksdb.Options;

/**
 * The values of all settings that hold for a database as a whole, as far as they can be compared. Immutable.
 *
 * @param values by name
 */
record DatabaseSettings(Map<String, Object> values) {

    /** Returns what options say now. */
    static DatabaseSettings in(Options options) {
        Map<String, Object> values = new TreeMap<>();
        for (Class<?> type : List.of(DBOptionsInterface.class, MutableDBOptionsInterface.class)) {
            for (Method getter : type.getMethods()) {
                if (isComparable(getter)) {
                    values.put(getter.getName(), valueOf(getter, options));
                }
            }
        }
        // Objects, of which there are none before the program sets one.
        values.put("rowCache", options.rowCache() != null);
        values.put("statistics", options.statistics() != null);
        values.put("writeBufferManager", options.writeBufferManager() != null);
        return new DatabaseSettings(values);
    }

    private static boolean isComparable(Method method) {
        Class<?> type = method.getReturnType();
        return method.getParameterCount() == 0
                && (type.isPrimitive() || type.isEnum() || type == String.class)
                && type != void.class;
    }

    private static Object valueOf(Method getter, Options options) {
        try {
            return String.valueOf(getter.invoke(options));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("RocksDB does not let " + getter + " be called", e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof UnsatisfiedLinkError) {
                return ""; // RocksDB declares it in Java alone
            }
            throw new IllegalStateException("RocksDB's " + getter + " failed", e.getCause());
        }
    }

    /** Returns the names of the settings that differ. */
    List<String> changedIn(DatabaseSettings later) {
        List<String> changed = new ArrayList<>();
        values.forEach((name, value) -> {
            if (!Objects.equals(value, later.values.get(name))) {
                changed.add(name);
            }
        });
        return changed;
    }
}
