package io.streamwright.log.embedded.execution;

import io.streamwright.log.TopicSpec;
import io.streamwright.log.embedded.partition.PartitionSnapshot;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.read.PartitionView;
import io.streamwright.log.embedded.read.PartitionVisibility;
import io.streamwright.log.embedded.storage.PartitionKey;
import io.streamwright.log.embedded.storage.StateTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/**
 * Creates a topic.
 *
 * @param spec a legal name, partitions and settings
 * @param reply completes when the topic is durable
 */
public record CreateTopic(TopicSpec spec, CompletableFuture<@Nullable Void> reply) implements LogRequest {

    @Override
    public void execute(ProtocolExecutor log) {
        if (log.state().hasTopic(spec.name())) {
            log.round()
                    .reply(
                            this,
                            () -> reply.completeExceptionally(
                                    new TopicExistsException("topic " + spec.name() + " exists already")));
            return;
        }
        StoredTopic topic = new StoredTopic(log.state().nextTopicId(), spec);
        List<PartitionView> views = new ArrayList<>();
        for (int number = 0; number < spec.partitions(); number++) {
            PartitionKey key = new PartitionKey(topic.id(), spec.name(), number);
            PartitionView view = new PartitionView(key, PartitionVisibility.EMPTY);
            PartitionState state = new PartitionState(new PartitionId(topic.id(), number), PartitionSnapshot.EMPTY);
            log.state().add(new HostedPartition(state, view));
            views.add(view);
        }
        log.round().write().put(StateTable.TOPICS, spec.name(), topic.encode());
        log.round().requireSync();
        log.round().reply(this, () -> {
            log.topics().add(spec, views);
            reply.complete(null);
        });
    }

    @Override
    public void fail(KafkaException failure) {
        reply.completeExceptionally(failure);
    }
}
