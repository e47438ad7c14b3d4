package io.streamwright.task.output;

import io.streamwright.transaction.LogCallFailedException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writes a task's records into its transaction, and tells records that the log refuses from failures of the log.
 *
 * <p>Topics are looked up once each. A record's size is checked by the log's writer before it takes the record: see {@link
 * io.streamwright.log.TransactionalWriter#append}.
 *
 * <p>Owner: the task.
 */
public final class TransactionOutput implements Output {
    private final Map<String, OutputTopic> known = new HashMap<>();
    private final Appending transaction;
    private final ToIntFunction<String> partitionCount;
    private @Nullable OutputTopic lastUsed;

    /**
     * Makes an output that knows no topic yet.
     *
     * @param transaction takes the records
     * @param partitionCount asks the log how many partitions a topic has, which may create it; throws if there is no such topic
     */
    public TransactionOutput(Appending transaction, ToIntFunction<String> partitionCount) {
        this.transaction = transaction;
        this.partitionCount = partitionCount;
    }

    @Override
    public @Nullable KafkaException lookUp(String topic) {
        if (known(topic) != null) {
            return null;
        }
        try {
            OutputTopic found = new OutputTopic(topic, partitionCount.applyAsInt(topic));
            known.put(topic, found);
            return null;
        } catch (UnknownTopicOrPartitionException | InvalidTopicException refusal) {
            return refusal;
        } catch (KafkaException failure) {
            throw LogCallFailedException.beforeWriting(failure);
        }
    }

    private @Nullable OutputTopic known(String topic) {
        OutputTopic last = lastUsed;
        if (last != null && last.name().equals(topic)) {
            return last;
        }
        OutputTopic found = known.get(topic);
        if (found != null) {
            lastUsed = found;
        }
        return found;
    }

    private OutputTopic required(String topic) {
        OutputTopic found = known(topic);
        if (found == null) {
            throw new IllegalStateException("topic " + topic + " was not looked up");
        }
        return found;
    }

    @Override
    public int partitionCount(String topic) {
        return required(topic).partitionCount();
    }

    @Override
    public @Nullable KafkaException send(
            String topic,
            @Nullable Integer partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers) {
        KafkaException unknown = lookUp(topic);
        if (unknown != null) {
            return unknown;
        }
        OutputTopic target = required(topic);
        if (partition != null && !target.hasPartition(partition)) {
            return new InvalidPartitionsException("partition " + partition + " was chosen of topic " + topic
                    + ", which has partitions 0 to " + (target.partitionCount() - 1));
        }
        try {
            transaction.append(
                    partition == null ? target.partitionOf(key) : target.partition(partition),
                    timestamp,
                    key,
                    value,
                    headers);
            return null;
        } catch (LogCallFailedException call) {
            return refusal(topic, call);
        }
    }

    /** Only what leaves the transaction as it was is a refusal, by the contract of the log's writer. */
    private KafkaException refusal(String topic, LogCallFailedException call) {
        if (call.failure() instanceof UnknownTopicOrPartitionException unknown) {
            forget(topic);
            return unknown;
        }
        if (call.failure() instanceof RecordTooLargeException tooLarge) {
            return tooLarge;
        }
        throw call;
    }

    /** A topic that is gone is looked up again: it may have been created anew. */
    private void forget(String topic) {
        known.remove(topic);
        lastUsed = null;
    }

    /** The task's transaction, as far as records leave by it. Arguments: as those of the log's writer. */
    public interface Appending {
        void append(
                TopicPartition partition,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                Header[] headers);
    }
}
