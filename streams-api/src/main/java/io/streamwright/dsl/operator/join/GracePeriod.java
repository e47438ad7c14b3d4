package io.streamwright.dsl.operator.join;

import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.topology.RecordBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time for which records of a stream wait for rows that come late, before they are joined (KIP-923). Immutable; what it opens belongs
 * to the worker of a task.
 *
 * @param store where the records wait
 * @param graceMs how long, in ms of stream time
 */
public record GracePeriod(String store, long graceMs) {

    /** Opens the buffer of a task. */
    <K extends @Nullable Object, V> Waiting<K, V> open(ProcessorContext<?, ?> context) {
        return new Waiting<>(context.getStateStore(store), graceMs);
    }

    /** The records that wait in a task. Owner: its worker. */
    static final class Waiting<K extends @Nullable Object, V> {
        private final RecordBuffer<K, V> buffer;
        private final long graceMs;
        /** No record waits that is earlier. */
        private long firstMs;

        private Waiting(RecordBuffer<K, V> buffer, long graceMs) {
            this.buffer = buffer;
            this.graceMs = graceMs;
        }

        /** Returns whether it is too late for a record to wait. */
        boolean isOver(long timestampMs) {
            return timestampMs < dueMs();
        }

        private long dueMs() {
            return buffer.streamTimeMs() - graceMs;
        }

        void add(Record<K, V> record, Optional<RecordMetadata> origin) {
            buffer.put(record, origin);
        }

        /** Removes the earliest record whose time is over; null if there is none. */
        RecordBuffer.@Nullable Waited<K, V> next() {
            long dueMs = dueMs();
            if (dueMs < firstMs) {
                return null;
            }
            RecordBuffer.Waited<K, V> earliest = buffer.take(firstMs, dueMs);
            if (earliest == null) {
                firstMs = dueMs;
            }
            return earliest;
        }
    }
}
