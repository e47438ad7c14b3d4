package io.streamwright.store.rocksdb;

import io.streamwright.errors.ProcessorStateException;
import io.streamwright.store.committed.StoreLayout;
import io.streamwright.store.committed.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What is kept for each store beside its entries. Immutable.
 *
 * <p>In bytes: format (1), value layout (1), position (8), the changelog partition as text.
 *
 * @param position next changelog offset that is not among the entries; negative without a changelog
 * @param valueLayout how values are laid out
 * @param changelog the partition that the position belongs to; empty without a changelog
 */
record StorePosition(long position, ValueLayout valueLayout, String changelog) {
    private static final byte FORMAT = 1;
    private static final int HEAD_BYTES = 2 + Long.BYTES;

    static StorePosition of(StoreLayout store, long position) {
        return new StorePosition(position, store.valueLayout(), changelogOf(store));
    }

    /** Returns how a store's changelog is written down. */
    static String changelogOf(StoreLayout store) {
        return store.changelog().map(Object::toString).orElse("");
    }

    byte[] toBytes() {
        byte[] text = changelog.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD_BYTES + text.length)
                .put(FORMAT)
                .put(idOf(valueLayout))
                .putLong(position)
                .put(text)
                .array();
    }

    static StorePosition fromBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        byte format = bytes.length < HEAD_BYTES ? 0 : buffer.get();
        if (format != FORMAT) {
            throw new ProcessorStateException("a store position of " + bytes.length + " bytes has format " + format
                    + ", this version knows format " + FORMAT + ": was the state written by a newer version?");
        }
        ValueLayout layout = layoutOf(buffer.get());
        long position = buffer.getLong();
        return new StorePosition(
                position, layout, StandardCharsets.UTF_8.decode(buffer).toString());
    }

    /** Written to disk: never changes. */
    private static byte idOf(ValueLayout layout) {
        return switch (layout) {
            case PLAIN -> 0;
            case TIMESTAMPED -> 1;
            case HEADERS_AND_TIMESTAMP -> 2;
            case HEADERS -> 3;
        };
    }

    private static ValueLayout layoutOf(byte id) {
        for (ValueLayout layout : ValueLayout.values()) {
            if (idOf(layout) == id) {
                return layout;
            }
        }
        throw new ProcessorStateException("a store position has value layout " + id
                + ", which this version does not know: was the state written by a newer version?");
    }
}
