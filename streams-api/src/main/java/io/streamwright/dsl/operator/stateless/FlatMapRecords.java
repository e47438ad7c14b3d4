package io.streamwright.dsl.operator.stateless;

import io.streamwright.KeyValue;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes any number of records of each.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <KOut> the new keys
 * @param <VOut> the new values
 */
public final class FlatMapRecords<
                K extends @Nullable Object,
                V extends @Nullable Object,
                KOut extends @Nullable Object,
                VOut extends @Nullable Object>
        extends ContextualProcessor<K, V, KOut, VOut> {
    private final KeyValueMapper<
                    ? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
            mapper;

    private FlatMapRecords(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                    mapper) {
        this.mapper = mapper;
    }

    /** Makes of each record those that the mapper returns. */
    public static <
                    K extends @Nullable Object,
                    V extends @Nullable Object,
                    KOut extends @Nullable Object,
                    VOut extends @Nullable Object>
            ProcessorSupplier<K, V, KOut, VOut> with(
                    KeyValueMapper<
                                    ? super K,
                                    ? super V,
                                    ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                            mapper) {
        return () -> new FlatMapRecords<K, V, KOut, VOut>(mapper);
    }

    @Override
    public void process(Record<K, V> record) {
        Iterable<? extends KeyValue<? extends KOut, ? extends VOut>> made = Objects.requireNonNull(
                mapper.apply(record.key(), record.value()),
                "a mapper of flatMap() returned null: return an empty list to drop the record");
        for (KeyValue<? extends KOut, ? extends VOut> pair : made) {
            context().forward(new Record<KOut, VOut>(pair.key, pair.value, record.timestamp(), record.headers()));
        }
    }
}
