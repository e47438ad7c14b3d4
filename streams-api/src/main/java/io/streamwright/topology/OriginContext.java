package io.streamwright.topology;

import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import java.util.Optional;

/**
 * A processor's context that can forward what an earlier record of the input has brought about.
 *
 * <p>Owner: the worker thread of the task.
 */
public interface OriginContext {

    /**
     * Forwards a record to all children, which are told that it came from there.
     *
     * @param record what to forward
     * @param origin where the record came from that has brought it about; empty if the program made it
     */
    <K, V> void forward(Record<K, V> record, Optional<RecordMetadata> origin);
}
