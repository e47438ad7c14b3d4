package io.streamwright.dsl.operator;

import io.streamwright.processor.api.ProcessingContext;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.topology.DropCounter;
import java.util.Optional;
import org.slf4j.Logger;

/** Says which record an operator left aside. Thread-safe: holds nothing. */
public final class DroppedRecords {

    private DroppedRecords() {}

    /** Counts the record at work as dropped, and warns with the reason. */
    public static void report(Logger logger, ProcessingContext context, String reason) {
        if (context instanceof DropCounter counter) {
            counter.countDropped();
        }
        Optional<RecordMetadata> origin = context.recordMetadata();
        if (origin.isPresent()) {
            RecordMetadata record = origin.get();
            logger.warn(
                    "task={} record dropped: {}; topic={} partition={} offset={}",
                    context.taskId(),
                    reason,
                    record.topic(),
                    record.partition(),
                    record.offset());
        } else {
            logger.warn("task={} record dropped: {}; it was made by the program", context.taskId(), reason);
        }
    }
}
