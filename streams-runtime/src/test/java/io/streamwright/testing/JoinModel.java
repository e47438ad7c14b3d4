package io.streamwright.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Joins streams by looking at all that ever came: what a join of streams means, in as few words as possible.
 *
 * <p>It also knows in which ways Kafka Streams differs, so that it is known to differ in no other.
 *
 * <p>Owner: one test.
 */
final class JoinModel {

    /** Which records have results. */
    enum Kind {
        INNER(false, false),
        LEFT(true, false),
        OUTER(true, true);

        private final boolean keepsLeft;
        private final boolean keepsRight;

        Kind(boolean keepsLeft, boolean keepsRight) {
            this.keepsLeft = keepsLeft;
            this.keepsRight = keepsRight;
        }
    }

    /** A record; key and value may be null. */
    record Input(boolean left, String key, String value, long timestamp) {
        Input onTheRight() {
            return new Input(false, key, value, timestamp);
        }

        @Override
        public String toString() {
            return (left ? "L" : "R") + "(" + key + "," + value + ")@" + timestamp;
        }
    }

    /** A join, with times in ms. */
    record Join(Kind kind, long before, long after, long grace, boolean inMemory) {
        boolean keeps(boolean left) {
            return left ? kind.keepsLeft : kind.keepsRight;
        }

        /** How much later another record may come in time. */
        long ahead(boolean left) {
            return left ? after : before;
        }

        long close(Input record) {
            return record.timestamp + ahead(record.left) + grace;
        }

        boolean isNear(Input record, Input other) {
            Input left = record.left ? record : other;
            Input right = record.left ? other : record;
            return left.timestamp - before <= right.timestamp && right.timestamp <= left.timestamp + after;
        }
    }

    private final Join join;
    private final boolean isKafkaStreams;
    private final Side lefts;
    private final Side rights;
    private final List<Input> pending = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private long streamTime = -1;
    private long earliestPending = Long.MAX_VALUE; // as Kafka Streams takes it for

    private JoinModel(Join join, boolean isKafkaStreams) {
        this.join = join;
        this.isKafkaStreams = isKafkaStreams;
        long asKafkaStreams = join.before + join.after + join.grace;
        long untilClosed = Math.max(join.before, join.after) + join.grace + 1;
        long retention = isKafkaStreams ? asKafkaStreams : Math.max(asKafkaStreams, untilClosed);
        this.lefts = new Side(retention);
        this.rights = new Side(retention);
    }

    /** Joins as this library is to do it. */
    static JoinModel of(Join join) {
        return new JoinModel(join, false);
    }

    /** Joins as Kafka Streams 4.4.0 does. */
    static JoinModel ofKafkaStreams(Join join) {
        return new JoinModel(join, true);
    }

    /** Takes a record. Returns the results, each as {@code key=value@timestamp}, in their order. */
    List<String> take(Input record) {
        results.clear();
        process(record);
        return List.copyOf(results);
    }

    /** Takes a record of a stream that is joined with itself. */
    List<String> takeForBoth(Input record) {
        results.clear();
        process(record);
        process(record.onTheRight());
        return List.copyOf(results);
    }

    /**
     * Takes a record of a stream that Kafka Streams joins with itself in one store. Differs from {@link #takeForBoth} in the pair of the
     * record with itself: that comes whatever the windows, and in the last millisecond of the retention it does not. And the record
     * pushes none out of the store before it is joined.
     */
    List<String> takeInOneStore(Input record) {
        results.clear();
        if (record.key != null && record.value != null) {
            for (Input other : lefts.inTime()) {
                if (other.key.equals(record.key) && join.isNear(record, other.onTheRight())) {
                    emit(record, other.onTheRight());
                }
            }
            streamTime = Math.max(streamTime, record.timestamp);
            Input right = record.onTheRight();
            List<Input> others = new ArrayList<>(lefts.inTime());
            others.removeIf(other -> !other.key.equals(record.key) || !join.isNear(other, right));
            if (record.timestamp > streamTime - lefts.retention + 1) {
                others.add(record);
            }
            others.sort(Comparator.comparingLong(Input::timestamp));
            others.forEach(other -> emit(other, right));
            lefts.put(record);
        } else if (record.key != null && join.inMemory) {
            lefts.observed = Math.max(lefts.observed, record.timestamp);
        }
        return List.copyOf(results);
    }

    private void process(Input record) {
        Side own = record.left ? lefts : rights;
        Side others = record.left ? rights : lefts;
        if (record.key != null && record.value != null) {
            own.put(record);
        } else if (isKafkaStreams && record.key != null && join.inMemory) {
            own.observed = Math.max(own.observed, record.timestamp); // moves what the store keeps
        }
        if (isKafkaStreams || (record.key != null && record.value != null)) {
            streamTime = Math.max(streamTime, record.timestamp);
        }
        if (record.value == null || (record.key == null && !join.keeps(record.left))) {
            return;
        }
        if (record.key == null) {
            emit(record, null);
            return;
        }
        if (!isKafkaStreams) {
            emitClosed();
        } else if (record.timestamp == streamTime
                && (join.kind != Kind.INNER)
                && saturated(earliestPending, join.ahead(record.left) + join.grace) < streamTime) {
            emitClosedAsKafkaStreams();
        }
        boolean matched = false;
        for (Input other : others.inTime()) {
            boolean takesMatches = isKafkaStreams || !join.keeps(other.left) || join.close(other) >= streamTime;
            if (other.key.equals(record.key) && join.isNear(record, other) && takesMatches) {
                matched = true;
                pending.removeIf(waiting -> waiting.left == other.left
                        && waiting.key.equals(other.key)
                        && waiting.timestamp == other.timestamp);
                emit(record, other);
            }
        }
        if (matched || !join.keeps(record.left)) {
            return;
        }
        long graceForLate = isKafkaStreams ? 0 : join.grace;
        if (record.timestamp + join.ahead(record.left) + graceForLate < streamTime) {
            emit(record, null);
        } else {
            pending.add(record);
            earliestPending = Math.min(earliestPending, record.timestamp);
        }
    }

    private static long saturated(long time, long delta) {
        return time == Long.MAX_VALUE ? time : time + delta;
    }

    private List<Input> pendingInTurn() {
        Comparator<Input> turn = Comparator.comparingLong(Input::timestamp)
                .thenComparing(Input::left)
                .thenComparing(Input::key);
        return pending.stream().sorted(turn).toList();
    }

    private void emitClosed() {
        for (Input waiting : pendingInTurn()) {
            if (join.close(waiting) < streamTime) {
                pending.remove(waiting);
                emit(waiting, null);
            }
        }
    }

    /** Looks until it has met an open window of each side, and takes the last time that it has met for the earliest. */
    private void emitClosedAsKafkaStreams() {
        earliestPending = Long.MAX_VALUE;
        boolean leftOpen = false;
        boolean rightOpen = false;
        for (Input waiting : pendingInTurn()) {
            if (leftOpen && rightOpen) {
                return;
            }
            earliestPending = waiting.timestamp;
            if (join.close(waiting) >= streamTime) {
                leftOpen |= waiting.left;
                rightOpen |= !waiting.left;
            } else {
                pending.remove(waiting);
                emit(waiting, null);
            }
        }
    }

    private void emit(Input record, Input other) {
        Input left = record.left ? record : other;
        Input right = record.left ? other : record;
        long timestamp = Math.max(record.timestamp, other == null ? -1 : other.timestamp);
        results.add(record.key + "=" + (left == null ? null : left.value) + "+" + (right == null ? null : right.value)
                + "@" + timestamp);
    }

    /** What a stream keeps. Owner: the model. */
    private static final class Side {
        private final long retention;
        private final List<Input> records = new ArrayList<>();
        private long observed = -1;

        Side(long retention) {
            this.retention = retention;
        }

        void put(Input record) {
            observed = Math.max(observed, record.timestamp);
            records.add(record);
        }

        List<Input> inTime() {
            return records.stream()
                    .filter(record -> record.timestamp > observed - retention)
                    .sorted(Comparator.comparingLong(Input::timestamp))
                    .toList();
        }
    }
}
