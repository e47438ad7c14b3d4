package io.streamwright.store.versioned;

import static io.streamwright.state.VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT;
import static io.streamwright.state.VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;

import io.streamwright.KeyValue;
import io.streamwright.state.BuiltInVersionedStore;
import io.streamwright.store.view.StoreBytes;
import io.streamwright.store.view.StoreIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The versions in one store, in bytes.
 *
 * <h2>What is let go, and when</h2>
 *
 * <p>The horizon is the store's time less the history retention. Nothing is put behind it, and a reader who asks for a time behind it
 * gets the newest version or none. So of each key, what came before the last version at the horizon can be let go, and that version too
 * if it is a deletion. Each put takes note of a few moments that the horizon has passed, in their order, a few more than it adds: the
 * work is spread evenly and belongs to the transaction as any other write does. As all earlier moments of a key were noted before, at
 * most one version is left that is older than the moment at hand. Moments of the open transaction wait for the next: a deletion must
 * be in the changelog before it is let go.
 *
 * <h2>Why the newest version is written again</h2>
 *
 * <p>The changelog is compacted by key: behind the compaction lag, the last record of a key is all that stays. After a version that came
 * out of order, the newest version is therefore written once more, so that what stays is the newest.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param bytes where they lie
 * @param supplier says how long they are kept
 */
record Versions(StoreBytes bytes, BuiltInVersionedStore supplier) {
    /** How many moments a put takes note of; it adds one. */
    private static final int MOMENTS_PER_PUT = 2;

    VersionedHeader header() {
        VersionedHeader header = VersionedHeader.of(bytes.get(VersionedHeader.KEY));
        return header == null ? VersionedHeader.FRESH : header;
    }

    private long horizonMs(VersionedHeader header) {
        return header.observedMs() - supplier.historyRetentionMs();
    }

    /** Returns whether a version with this timestamp would be put. */
    boolean takes(long timestampMs) {
        return timestampMs >= horizonMs(header());
    }

    /** Adds a version, a deletion if the value is null; returns what the store's {@code put} returns. */
    long put(byte[] key, byte @Nullable [] value, long timestampMs) {
        VersionedHeader before = header();
        if (timestampMs < horizonMs(before)) {
            return PUT_RETURN_CODE_NOT_PUT;
        }
        bytes.put(VersionedLayout.version(key, timestampMs), VersionedLayout.toStored(value));
        bytes.put(VersionedLayout.moment(timestampMs, key), VersionedLayout.NOTHING);
        VersionedHeader after = expired(before.observing(timestampMs));
        if (!after.equals(before)) {
            bytes.put(VersionedHeader.KEY, after.toBytes());
        }
        Long validToMs = nextMs(key, timestampMs);
        if (validToMs == null) {
            return PUT_RETURN_CODE_VALID_TO_UNDEFINED;
        }
        KeyValue<Bytes, byte[]> newest = Objects.requireNonNull(newestChange(key));
        bytes.put(newest.key, newest.value);
        return validToMs;
    }

    private @Nullable Long nextMs(byte[] key, long timestampMs) {
        if (timestampMs == Long.MAX_VALUE) {
            return null;
        }
        KeyValue<Bytes, byte[]> next =
                bytes.nearest(VersionedLayout.versions(key, timestampMs + 1, Long.MAX_VALUE), true);
        return next == null ? null : VersionedLayout.timestampOf(next.key);
    }

    private @Nullable KeyValue<Bytes, byte[]> newestChange(byte[] key) {
        return bytes.nearest(VersionedLayout.versions(key, 0, Long.MAX_VALUE), false);
    }

    /** Lets go what the horizon has left behind, step by step; returns how far that is. */
    private VersionedHeader expired(VersionedHeader header) {
        long dueMs = Math.max(0, horizonMs(header)) / supplier.segmentIntervalMs() * supplier.segmentIntervalMs();
        VersionedHeader reached = header;
        for (int count = 0; count < MOMENTS_PER_PUT && reached.expiredMs() < dueMs; count++) {
            KeyValue<Bytes, byte[]> moment = bytes.nearest(VersionedLayout.moments(reached.expiredMs(), dueMs), true);
            if (moment == null) {
                return reached.expiredUpTo(dueMs);
            }
            if (bytes.isInOpenTransaction(moment.key)) {
                return reached;
            }
            takeNote(moment.key);
            reached = reached.expiredUpTo(VersionedLayout.timeOf(moment.key));
        }
        return reached;
    }

    private void takeNote(Bytes moment) {
        byte[] key = VersionedLayout.keyOfMoment(moment);
        long timeMs = VersionedLayout.timeOf(moment);
        bytes.put(moment, null);
        if (timeMs > 0) {
            KeyValue<Bytes, byte[]> older = bytes.nearest(VersionedLayout.versions(key, 0, timeMs - 1), false);
            if (older != null) {
                bytes.put(older.key, null);
            }
        }
        Bytes version = VersionedLayout.version(key, timeMs);
        byte[] stored = bytes.get(version);
        if (stored != null && VersionedLayout.isDeletion(stored)) {
            bytes.put(version, null);
        }
    }

    /** Returns the newest version; null if there is none. */
    @Nullable
    Version newest(byte[] key) {
        KeyValue<Bytes, byte[]> newest = newestChange(key);
        return newest == null ? null : version(newest, null);
    }

    /** Returns the version that holds at a time, without its end; null if there is none, or none is known any more. */
    @Nullable
    Version asOf(byte[] key, long timeMs) {
        if (timeMs < horizonMs(header())) {
            Version newest = newest(key);
            return newest != null && newest.timestampMs() <= timeMs ? newest : null;
        }
        KeyValue<Bytes, byte[]> found =
                timeMs < 0 ? null : bytes.nearest(VersionedLayout.versions(key, 0, timeMs), false);
        return found == null ? null : version(found, null);
    }

    /** Returns the versions that hold at some time in a range, both ends inside, in the order of time. */
    List<Version> between(byte[] key, long fromMs, long toMs) {
        long horizonMs = horizonMs(header());
        if (toMs < Math.max(0, horizonMs) || toMs < fromMs) {
            Version newest = toMs < fromMs ? null : newest(key);
            return newest != null && newest.timestampMs() <= toMs ? List.of(newest) : List.of();
        }
        long firstMs = Math.max(0, Math.max(fromMs, horizonMs));
        KeyValue<Bytes, byte[]> first = bytes.nearest(VersionedLayout.versions(key, 0, firstMs), false);
        long startMs = first == null ? firstMs : VersionedLayout.timestampOf(first.key);
        List<Version> versions = new ArrayList<>();
        try (StoreIterator entries = bytes.iterate(VersionedLayout.versions(key, startMs, Long.MAX_VALUE), true)) {
            while (entries.isValid() && VersionedLayout.timestampOf(entries.key()) <= toMs) {
                KeyValue<Bytes, byte[]> change = KeyValue.pair(entries.key(), entries.value());
                entries.advance();
                Version version =
                        version(change, entries.isValid() ? VersionedLayout.timestampOf(entries.key()) : null);
                if (version != null) {
                    versions.add(version);
                }
            }
        }
        return versions;
    }

    private static @Nullable Version version(KeyValue<Bytes, byte[]> change, @Nullable Long validToMs) {
        byte[] value = VersionedLayout.fromStored(change.value);
        return value == null ? null : new Version(value, VersionedLayout.timestampOf(change.key), validToMs);
    }
}
