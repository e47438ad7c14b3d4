package io.streamwright.store.committed;

import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What moves one store from one committed position to the next. Immutable.
 *
 * @param store name of the store
 * @param position next changelog offset that is not in the store once this is written; {@link #NO_POSITION} for a store
 *     without a changelog
 * @param dropped what is deleted before the changes; empty if nothing is
 * @param changes keys with their new values
 */
public record StoreUpdate(String store, long position, Optional<KeyRange> dropped, Changes changes) {

    /** The position of a store without a changelog. */
    public static final long NO_POSITION = -1;

    /** An update that drops no range. */
    public StoreUpdate(String store, long position, Changes changes) {
        this(store, position, Optional.empty(), changes);
    }

    /** Changed keys, in an order in which a later change of a key wins. */
    public interface Changes {
        /** Hands each change to a receiver. */
        void forEach(Receiver receiver);
    }

    /** Takes changes, one after the other. */
    public interface Receiver {
        /** Takes one change; a null value deletes the key. */
        void accept(Bytes key, byte @Nullable [] value);
    }
}
