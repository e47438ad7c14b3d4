package io.streamwright.examples.quakes;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * Earthquakes of one region that follow each other closely. Immutable.
 *
 * @param quakes how many
 * @param strongest the strongest of them; null if there are none yet
 */
record Swarm(long quakes, @Nullable Quake strongest) {
    static final Swarm NONE = new Swarm(0, null);

    private static final char SEPARATOR = ' ';

    /** Returns the swarm with one more quake. */
    Swarm plus(Quake quake) {
        return plus(new Swarm(1, quake));
    }

    /** Returns two swarms as one. */
    Swarm plus(Swarm other) {
        return new Swarm(quakes + other.quakes, stronger(strongest, other.strongest));
    }

    private static @Nullable Quake stronger(@Nullable Quake one, @Nullable Quake other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.stronger(other);
    }

    /** Returns how swarms are kept: their number and the line of the strongest. */
    static Serde<Swarm> serde() {
        return Serdes.serdeFrom(
                (topic, swarm) -> (swarm.quakes + (swarm.strongest == null ? "" : SEPARATOR + swarm.strongest.line()))
                        .getBytes(UTF_8),
                (topic, bytes) -> ofText(new String(bytes, UTF_8)));
    }

    private static Swarm ofText(String text) {
        int end = text.indexOf(SEPARATOR);
        return end < 0
                ? new Swarm(Long.parseLong(text), null)
                : new Swarm(
                        Long.parseLong(text.substring(0, end)),
                        Quake.parse(text.substring(end + 1)).orElseThrow());
    }
}
