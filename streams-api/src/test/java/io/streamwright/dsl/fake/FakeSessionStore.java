package io.streamwright.dsl.fake;

import io.streamwright.KeyValue;
import io.streamwright.kstream.SessionWindow;
import io.streamwright.kstream.Window;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.SessionStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;

/**
 * A session store in a map of bytes, in the order of ends, starts and keys.
 *
 * <p>Owner: one test.
 */
public final class FakeSessionStore<K, V> implements SessionStore<K, V> {
    private final String name;
    private final Serde<K> keySerde;
    private final Serde<V> valueSerde;
    private final long retentionMs;
    private final TreeMap<Session, byte[]> rows = new TreeMap<>();
    private long observedMs = -1;

    public FakeSessionStore(String name, long retentionMs, Serde<K> keySerde, Serde<V> valueSerde) {
        this.name = name;
        this.retentionMs = retentionMs;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
    }

    private Session session(K key, long start, long end) {
        return new Session(Bytes.wrap(keySerde.serializer().serialize(name, key)), start, end);
    }

    private V read(byte[] row) {
        return row == null ? null : valueSerde.deserializer().deserialize(name, row);
    }

    @Override
    public void put(Windowed<K> sessionKey, V aggregate) {
        Window window = sessionKey.window();
        Session session = session(sessionKey.key(), window.start(), window.end());
        observedMs = Math.max(observedMs, window.end());
        rows.keySet().removeIf(row -> row.end <= observedMs - retentionMs);
        if (aggregate == null) {
            rows.remove(session);
        } else {
            rows.put(session, valueSerde.serializer().serialize(name, aggregate));
        }
    }

    @Override
    public void remove(Windowed<K> sessionKey) {
        put(sessionKey, null);
    }

    @Override
    public V fetchSession(K key, long start, long end) {
        return read(rows.get(session(key, start, end)));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(K key, long earliestEnd, long latestStart) {
        Bytes bytes = session(key, 0, 0).key;
        return walk(session -> session.key.equals(bytes) && session.end >= earliestEnd && session.start <= latestStart);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(long earliestEnd, long latestEnd) {
        return walk(session -> session.end >= earliestEnd && session.end <= latestEnd);
    }

    private KeyValueIterator<Windowed<K>, V> walk(Predicate<Session> asked) {
        List<KeyValue<Windowed<K>, V>> found = new ArrayList<>();
        rows.forEach((session, row) -> {
            if (asked.test(session)) {
                K key = keySerde.deserializer().deserialize(name, session.key.get());
                found.add(KeyValue.pair(new Windowed<>(key, new SessionWindow(session.start, session.end)), read(row)));
            }
        });
        return new Walk<>(found.iterator());
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        return findSessions(key, 0, Long.MAX_VALUE);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K keyFrom, K keyTo) {
        throw new UnsupportedOperationException("sessions of keys in " + name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {}

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    private record Session(Bytes key, long start, long end) implements Comparable<Session> {
        @Override
        public int compareTo(Session other) {
            return Comparator.comparingLong(Session::end)
                    .thenComparing(Session::start)
                    .thenComparing(Session::key)
                    .compare(this, other);
        }
    }

    /** Owner: the test. */
    private record Walk<K, V>(Iterator<KeyValue<K, V>> rest) implements KeyValueIterator<K, V> {
        @Override
        public boolean hasNext() {
            return rest.hasNext();
        }

        @Override
        public KeyValue<K, V> next() {
            return rest.next();
        }

        @Override
        public K peekNextKey() {
            throw new UnsupportedOperationException("peek");
        }

        @Override
        public void close() {}
    }
}
