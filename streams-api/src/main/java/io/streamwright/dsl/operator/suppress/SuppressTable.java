package io.streamwright.dsl.operator.suppress;

import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.Origins;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.BufferLimits;
import io.streamwright.kstream.Windowed;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.topology.TimeOrderedBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the updates of a table back, and passes on the last one of each key when stream time says so.
 *
 * <p>What is passed on has the timestamp, headers and origin of the record that made it, and as its old value the one that was passed on
 * before. Stream time is that of the updates that came here.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class SuppressTable<K, V> extends ContextualProcessor<K, Change<V>, K, Change<V>> {
    private static final Logger logger = LoggerFactory.getLogger(SuppressTable.class);

    private final Rule rule;
    private @Nullable TimeOrderedBuffer<K, V> buffer;

    private SuppressTable(Rule rule) {
        this.rule = rule;
    }

    /**
     * What the program asks for. Immutable.
     *
     * @param node the operator's name
     * @param store the name of its buffer
     * @param untilWindowCloses whether updates wait for the end of their key's window; otherwise their own time counts
     * @param waitMs how long they wait behind that time
     * @param limits of what waits
     */
    public record Rule(String node, String store, boolean untilWindowCloses, long waitMs, BufferLimits limits) {}

    /** Holds updates back by a rule. */
    public static <K, V> ProcessorSupplier<K, Change<V>, K, Change<V>> by(Rule rule) {
        return () -> new SuppressTable<>(rule);
    }

    @Override
    public void init(ProcessorContext<K, Change<V>> context) {
        super.init(context);
        TimeOrderedBuffer<K, V> opened = context.getStateStore(rule.store);
        buffer = opened;
        if (opened.records() > 0) {
            logger.info(
                    "task={} node={} updates wait for stream time: records={} bytes={} streamTime={} firstPassedOnAt={}",
                    context.taskId(),
                    rule.node,
                    opened.records(),
                    opened.bytes(),
                    opened.streamTimeMs(),
                    opened.firstTimeMs() + rule.waitMs);
        }
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        TimeOrderedBuffer<K, V> waiting = Objects.requireNonNull(buffer, "buffer of a suppression");
        waiting.advance(record.timestamp());
        Change<V> change = record.value();
        waiting.put(
                timeOf(record),
                new TimeOrderedBuffer.Update<>(
                        record.key(),
                        change.newValue(),
                        change.oldValue(),
                        record.timestamp(),
                        record.headers(),
                        context().recordMetadata()));
        long dueMs = waiting.streamTimeMs() - rule.waitMs;
        while (waiting.records() > 0 && waiting.firstTimeMs() <= dueMs) {
            passOnFirst(waiting);
        }
        while (isTooFull(waiting)) {
            if (!rule.limits.emitsEarly()) {
                throw new StreamsException(full(waiting));
            }
            passOnFirst(waiting);
        }
    }

    private long timeOf(Record<K, Change<V>> record) {
        if (!rule.untilWindowCloses) {
            return record.timestamp();
        }
        if (record.key() instanceof Windowed<?> windowed) {
            return windowed.window().end();
        }
        throw new StreamsException(rule.node + " waits for windows to close, but the table's key " + record.key()
                + " has no window: hold its updates back with Suppressed.untilTimeLimit");
    }

    private boolean isTooFull(TimeOrderedBuffer<K, V> waiting) {
        return waiting.records() > rule.limits.maxRecords() || waiting.bytes() > rule.limits.maxBytes();
    }

    private String full(TimeOrderedBuffer<K, V> waiting) {
        return rule.node + " holds back more than its buffer may: records " + waiting.records() + "/"
                + limit(rule.limits.maxRecords()) + ", bytes " + waiting.bytes() + "/" + limit(rule.limits.maxBytes())
                + ", stream time " + waiting.streamTimeMs() + ", the first is due at "
                + (waiting.firstTimeMs() + rule.waitMs)
                + "; raise the limit, or let the earliest leave before their time with emitEarlyWhenFull()";
    }

    private static String limit(long limit) {
        return limit == Long.MAX_VALUE ? "unlimited" : Long.toString(limit);
    }

    private void passOnFirst(TimeOrderedBuffer<K, V> waiting) {
        // Taken out first: those that it is forwarded to know it.
        TimeOrderedBuffer.Update<K, V> update = waiting.takeFirst();
        if (update.newValue() == null && rule.untilWindowCloses) {
            return; // nothing was passed on of this window, so there is nothing to delete
        }
        Change<V> change = new Change<>(update.newValue(), update.oldValue());
        Origins.forward(
                context(), new Record<>(update.key(), change, update.timestamp(), update.headers()), update.origin());
    }
}
