package io.streamwright.dsl.operator.streamjoin;

import com.google.common.math.LongMath;
import io.streamwright.dsl.operator.join.JoinType;
import io.streamwright.kstream.JoinWindows;

/**
 * Which times join, and when what is decided. Immutable.
 *
 * @param type which records have a result alone
 * @param windows how far apart in time records may be
 */
public record JoinReach(JoinType type, JoinWindows windows) {

    /** Returns the earliest time of the other stream that joins a record of one side. */
    long fromMs(JoinSide side, long timestamp) {
        long backMs = side == JoinSide.LEFT ? windows.beforeMs : windows.afterMs;
        return Math.max(0, LongMath.saturatedSubtract(timestamp, backMs));
    }

    /** Returns the latest time of the other stream that joins a record of one side. */
    long toMs(JoinSide side, long timestamp) {
        return LongMath.saturatedAdd(timestamp, side == JoinSide.LEFT ? windows.afterMs : windows.beforeMs);
    }

    /** Returns the last stream time at which the window of a record is open. */
    long closeMs(JoinSide side, long timestamp) {
        return LongMath.saturatedAdd(toMs(side, timestamp), windows.gracePeriodMs());
    }

    /** Returns the earliest time of a side's records whose windows are open. */
    long firstOpenMs(JoinSide side, long streamTimeMs) {
        long endMs = LongMath.saturatedSubtract(streamTimeMs, windows.gracePeriodMs());
        return LongMath.saturatedSubtract(endMs, side == JoinSide.LEFT ? windows.afterMs : windows.beforeMs);
    }

    /** Returns whether a record of a side has a result alone if there is none with others. */
    boolean keeps(JoinSide side) {
        return side == JoinSide.LEFT ? type.keepsLeft() : type.keepsRight();
    }

    /**
     * Returns how long stores keep records: as long as Kafka Streams does, and until their window has closed. The former is less where
     * the other record cannot be earlier, or cannot be later.
     */
    public long retentionMs() {
        long sizeMs = LongMath.saturatedAdd(windows.size(), windows.gracePeriodMs());
        long openMs = LongMath.saturatedAdd(Math.max(windows.beforeMs, windows.afterMs), windows.gracePeriodMs());
        return Math.max(sizeMs, LongMath.saturatedAdd(openMs, 1));
    }
}
