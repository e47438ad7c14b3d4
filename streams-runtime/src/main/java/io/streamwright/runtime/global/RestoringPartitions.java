package io.streamwright.runtime.global;

import io.streamwright.log.FetchedRecords;
import io.streamwright.store.RestoreProgress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions of global topics that were not read to the end yet that they had when their stores were opened.
 *
 * <p>Owner: the loop that reads global topics.
 */
final class RestoringPartitions {
    private final RestoreProgress progress;
    private final Map<TopicPartition, Restoring> restoring = new LinkedHashMap<>();

    RestoringPartitions(RestoreProgress progress) {
        this.progress = progress;
    }

    boolean isEmpty() {
        return restoring.isEmpty();
    }

    /** A store is to be brought to the end of a partition. */
    void add(String store, TopicPartition partition, long startOffset, long endOffset) {
        restoring.put(partition, new Restoring(store, endOffset));
        progress.started(store, partition, startOffset, endOffset);
    }

    /** Records were put into their stores. */
    void taken(List<FetchedRecords> batches) {
        for (FetchedRecords batch : batches) {
            Restoring of = restoring.get(batch.partition());
            if (of != null) {
                of.records += batch.records().size();
                progress.restored(
                        of.store,
                        batch.partition(),
                        batch.nextOffset(),
                        batch.records().size());
            }
        }
    }

    /** Ends those that are complete, as the argument says of a partition and its end. */
    void finish(BiPredicate<TopicPartition, Long> isComplete) {
        restoring.entrySet().removeIf(entry -> {
            Restoring of = entry.getValue();
            boolean complete = isComplete.test(entry.getKey(), of.endOffset);
            if (complete) {
                progress.finished(of.store, entry.getKey(), of.records);
            }
            return complete;
        });
    }

    /** Ends all; what is not complete is left as it is. */
    void suspend() {
        restoring.forEach((partition, of) -> progress.suspended(of.store, partition, of.records));
        restoring.clear();
    }

    /** A partition that is not complete. Owner: the reader. */
    private static final class Restoring {
        private final String store;
        private final long endOffset;
        private long records;

        Restoring(String store, long endOffset) {
            this.store = store;
            this.endOffset = endOffset;
        }
    }
}
