package io.streamwright.dsl.operator.regroup;

import io.streamwright.KeyValue;
import io.streamwright.dsl.operator.Change;
import io.streamwright.dsl.operator.DroppedRecords;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the update of a row into updates of its groups (KIP-904).
 *
 * <p>A row that stays in its group makes one update with both values, so that no reader sees the group without it. A row that moves
 * leaves the old group first. An update that makes an older version of a row changes no group (KIP-914).
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the rows' keys
 * @param <V> the rows' values
 * @param <KOut> the groups' keys
 * @param <VOut> the values to aggregate
 */
public final class RegroupTable<K, V, KOut, VOut> extends ContextualProcessor<K, Change<V>, KOut, Change<VOut>> {
    private static final Logger logger = LoggerFactory.getLogger(RegroupTable.class);

    private final KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> selector;

    private RegroupTable(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> selector) {
        this.selector = selector;
    }

    /** Puts each row into the group that the selector says. */
    public static <K, V, KOut, VOut> ProcessorSupplier<K, Change<V>, KOut, Change<VOut>> by(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> selector) {
        return () -> new RegroupTable<K, V, KOut, VOut>(selector);
    }

    @Override
    public void process(Record<K, Change<V>> record) {
        if (record.key() == null) {
            throw new StreamsException("a row without a key cannot be grouped: a table operator upstream forwarded it");
        }
        if (!record.value().latest()) {
            DroppedRecords.report(logger, context(), "a grouping of rows takes their newest versions only");
            return;
        }
        KeyValue<KOut, VOut> joined = selected(record.key(), record.value().newValue());
        KeyValue<KOut, VOut> left = selected(record.key(), record.value().oldValue());
        if (joined != null && left != null && joined.key.equals(left.key)) {
            send(record, joined.key, new Change<>(joined.value, left.value));
            return;
        }
        if (left != null) {
            send(record, left.key, new Change<>(null, left.value));
        }
        if (joined != null) {
            send(record, joined.key, new Change<>(joined.value, null));
        }
    }

    private void send(Record<K, Change<V>> cause, KOut group, Change<VOut> change) {
        context().forward(new Record<>(group, change, cause.timestamp(), cause.headers()));
    }

    /** Returns group and value of a row; null if it is in no group. */
    private @Nullable KeyValue<KOut, VOut> selected(K key, @Nullable V value) {
        if (value == null) {
            return null;
        }
        KeyValue<? extends KOut, ? extends VOut> pair = selector.apply(key, value);
        return pair == null || pair.key == null || pair.value == null ? null : new KeyValue<>(pair.key, pair.value);
    }
}
