package io.streamwright.dsl.settings;

import io.streamwright.kstream.Joined;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Joined}. Immutable. */
public final class JoinedSettings<
                K extends @Nullable Object, VLeft extends @Nullable Object, VRight extends @Nullable Object>
        extends Joined<K, VLeft, VRight> {

    /**
     * Takes over settings.
     *
     * @throws IllegalArgumentException if there is a grace period, as no table is versioned
     */
    public JoinedSettings(Joined<K, VLeft, VRight> joined) {
        super(joined);
        if (gracePeriod != null) {
            throw new IllegalArgumentException(
                    "join " + (name == null ? "without a name" : name)
                            + " has a grace period of " + gracePeriod
                            + ": that needs a versioned table, which keeps older rows, and there are none yet; leave the grace period out");
        }
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
