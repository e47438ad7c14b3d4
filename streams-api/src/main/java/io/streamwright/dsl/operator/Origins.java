package io.streamwright.dsl.operator;

import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.topology.OriginContext;
import java.util.Optional;

/** Forwards records that were held back as what they are: from the input record that brought them. Thread-safe: holds nothing. */
public final class Origins {

    private Origins() {}

    /**
     * Forwards a record.
     *
     * @param context of the operator that held it back
     * @param record what it held back
     * @param origin where the input record came from; a context that cannot tell it to the children leaves it aside
     */
    public static <K, V> void forward(
            ProcessorContext<K, V> context, Record<K, V> record, Optional<RecordMetadata> origin) {
        if (context instanceof OriginContext aware) {
            aware.forward(record, origin);
        } else {
            context.forward(record);
        }
    }
}
