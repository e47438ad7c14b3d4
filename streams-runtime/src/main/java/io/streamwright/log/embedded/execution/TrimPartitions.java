package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.storage.PartitionKey;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Gives up the records before an offset, of several partitions.
 *
 * @param offsets first offset to be kept, by partition
 * @param reply completes when nobody can read them any more
 */
public record TrimPartitions(Map<PartitionKey, Long> offsets, CompletableFuture<@Nullable Void> reply)
        implements LogRequest {
    public TrimPartitions {
        offsets = Map.copyOf(offsets);
    }

    @Override
    public void execute(ProtocolExecutor log) {
        offsets.forEach((key, offset) -> {
            HostedPartition partition = log.state().partition(new PartitionId(key.topicId(), key.partition()));
            log.change(partition, partition.state().decideTrim(offset), null);
            log.round().dropTrimmed(partition);
        });
        log.round().reply(this, () -> reply.complete(null));
    }

    @Override
    public void fail(KafkaException failure) {
        reply.completeExceptionally(failure);
    }
}
