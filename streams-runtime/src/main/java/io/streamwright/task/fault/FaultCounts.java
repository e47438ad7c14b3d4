package io.streamwright.task.fault;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many faults a task has met. A transaction that is repeated counts its faults again. Immutable.
 *
 * @param dropped after how many the work went on, by kind; kinds without any are left out
 * @param failed how many took their transaction back, by kind; kinds without any are left out
 */
public record FaultCounts(Map<FaultKind, Long> dropped, Map<FaultKind, Long> failed) {
    public static final FaultCounts NONE = new FaultCounts(Map.of(), Map.of());

    public FaultCounts {
        dropped = Collections.unmodifiableMap(copy(dropped));
        failed = Collections.unmodifiableMap(copy(failed));
    }

    public long dropped(FaultKind kind) {
        return dropped.getOrDefault(kind, 0L);
    }

    /** Returns how many records of all kinds were dropped. */
    public long allDropped() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    public long failed(FaultKind kind) {
        return failed.getOrDefault(kind, 0L);
    }

    FaultCounts plusDropped(FaultKind kind) {
        return new FaultCounts(plusOne(dropped, kind), failed);
    }

    FaultCounts plusFailed(FaultKind kind) {
        return new FaultCounts(dropped, plusOne(failed, kind));
    }

    /** Returns these counts and others together. */
    public FaultCounts plus(FaultCounts others) {
        return new FaultCounts(sum(dropped, others.dropped), sum(failed, others.failed));
    }

    private static Map<FaultKind, Long> sum(Map<FaultKind, Long> some, Map<FaultKind, Long> more) {
        Map<FaultKind, Long> sum = copy(some);
        more.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
        return sum;
    }

    private static Map<FaultKind, Long> plusOne(Map<FaultKind, Long> counts, FaultKind kind) {
        Map<FaultKind, Long> more = copy(counts);
        more.merge(kind, 1L, Long::sum);
        return more;
    }

    private static Map<FaultKind, Long> copy(Map<FaultKind, Long> counts) {
        Map<FaultKind, Long> copy = new EnumMap<>(FaultKind.class);
        copy.putAll(counts);
        return copy;
    }
}
