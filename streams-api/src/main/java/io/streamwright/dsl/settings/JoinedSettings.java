package io.streamwright.dsl.settings;

import io.streamwright.kstream.Joined;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Joined}. Immutable. */
public final class JoinedSettings<
                K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
        extends Joined<K, VLeft, VRight> {

    /** Takes over settings. */
    public JoinedSettings(Joined<K, VLeft, VRight> joined) {
        super(joined);
    }

    /**
     * Returns how long records wait for rows that are late, in ms; empty if they do not.
     *
     * @param historyRetentionMs how long the table knows older versions of its rows; empty if it has no versions
     * @throws IllegalArgumentException if it is negative, if the table has no versions, or does not know them for so long
     */
    public OptionalLong graceMs(OptionalLong historyRetentionMs) {
        if (gracePeriod == null) {
            return OptionalLong.empty();
        }
        String join = "join " + (name == null ? "without a name" : name) + " has a grace period of " + gracePeriod;
        if (gracePeriod.isNegative()) {
            throw new IllegalArgumentException(join + ", which cannot be negative");
        }
        if (historyRetentionMs.isEmpty()) {
            throw new IllegalArgumentException(
                    join + ": KTable must be versioned to use a grace period in a stream table"
                            + " join; keep the table in a store of Stores.persistentVersionedKeyValueStore, or leave the grace period out");
        }
        if (gracePeriod.compareTo(Duration.ofMillis(historyRetentionMs.getAsLong())) > 0) {
            throw new IllegalArgumentException(
                    join + ": the table keeps versions for " + historyRetentionMs.getAsLong()
                            + " ms, and History retention must be at least grace period; give the store more, or the join less");
        }
        return OptionalLong.of(gracePeriod.toMillis());
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return NamedSettings.checked(name);
    }

    /** Returns the serdes of the stream. */
    public SerdePair<K, VLeft> serdes() {
        return new SerdePair<>(keySerde, leftValueSerde);
    }
}
