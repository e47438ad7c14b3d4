package io.streamwright.log;

import io.streamwright.loop.Clock;
import io.streamwright.loop.Owner;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes typed records to one topic, in transactions that {@link #commit} ends.
 *
 * <p>Nobody sees a record before it is committed. A program that copies a file into a topic exactly once opens the writer with a
 * name of its own, asks {@link #committedPosition} where to go on, and passes the position to {@link #commit(String)}, which
 * commits both or neither.
 *
 * <p>After a failure the writer drops what was written since the last commit and goes on with the next record. Where it cannot
 * (another writer took the name over, or the answer to a commit was lost) every later call fails and says to open it again.
 *
 * <p>Owner: the thread that uses it first.
 *
 * @param <K> keys; those with equal bytes go to one partition, null keys to any
 * @param <V> values
 */
public final class TopicWriter<K, V> implements AutoCloseable {
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration REPLY_TIMEOUT = Duration.ofMinutes(1);
    private static final AtomicLong NAMELESS = new AtomicLong();

    private final LogClient client;
    private final boolean ownsClient;
    private final Target<K, V> target;
    private final String writerId;
    private final TransactionalWriter writer;
    private final Owner owner;
    private final Transaction transaction = new Transaction();
    private @Nullable GroupMembership membership;

    private TopicWriter(LogClient client, boolean ownsClient, String writerId, Target<K, V> target) {
        this.client = client;
        this.ownsClient = ownsClient;
        this.writerId = writerId;
        this.target = target;
        this.owner = new Owner("writer of topic " + target.topic);
        this.writer = client.openWriter(new WriterOptions(writerId, TRANSACTION_TIMEOUT, REPLY_TIMEOUT));
    }

    /**
     * Opens a writer under a name that no other writer has.
     *
     * @param address of the log, as in {@code bootstrap.servers}
     * @param topic an existing topic
     * @throws UnknownTopicOrPartitionException if there is no such topic
     */
    public static <K, V> TopicWriter<K, V> open(
            String address, String topic, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        String name = "writer-" + topic + "-" + ProcessHandle.current().pid() + "-"
                + Clock.system().nowMs() + "-" + NAMELESS.incrementAndGet();
        return open(address, topic, keySerializer, valueSerializer, name);
    }

    /**
     * Opens a writer under a name, and takes the name over from an earlier writer.
     *
     * @param address of the log, as in {@code bootstrap.servers}
     * @param topic an existing topic
     * @param writerId the transactional id, and the group under which positions are kept
     * @throws UnknownTopicOrPartitionException if there is no such topic
     */
    public static <K, V> TopicWriter<K, V> open(
            String address, String topic, Serializer<K> keySerializer, Serializer<V> valueSerializer, String writerId) {
        LogClient client = Logs.open(address, Map.of());
        try {
            return new TopicWriter<>(
                    client, true, writerId, new Target<>(client, topic, keySerializer, valueSerializer));
        } catch (RuntimeException failure) {
            client.close();
            throw failure;
        }
    }

    /**
     * Opens a writer under a name on a client that stays open when the writer is closed.
     *
     * @param client the log
     * @param topic an existing topic
     * @param writerId the transactional id, and the group under which positions are kept
     * @throws UnknownTopicOrPartitionException if there is no such topic
     */
    public static <K, V> TopicWriter<K, V> open(
            LogClient client,
            String topic,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            String writerId) {
        return new TopicWriter<>(client, false, writerId, new Target<>(client, topic, keySerializer, valueSerializer));
    }

    /** Writes a record with the present time. */
    public void write(@Nullable K key, @Nullable V value) {
        write(key, value, Clock.system().nowMs());
    }

    /**
     * Writes a record without headers.
     *
     * @param timestamp milliseconds since the epoch, not negative
     */
    public void write(@Nullable K key, @Nullable V value, long timestamp) {
        write(key, value, timestamp, new RecordHeaders());
    }

    /**
     * Writes a record. It belongs to the transaction that the next commit ends; as long as no position was committed or asked for,
     * one that has grown large is committed by itself.
     *
     * @param timestamp milliseconds since the epoch, not negative
     * @param headers as they are now
     * @throws KafkaException if it could not be written, or an earlier one since the last commit; none of these will be seen. The
     *     same if what failed earlier could not be aborted yet, or the writer must be opened again
     */
    public void write(@Nullable K key, @Nullable V value, long timestamp, Headers headers) {
        owner.check();
        if (timestamp < 0) {
            throw new IllegalArgumentException(
                    "negative timestamp " + timestamp + " of a record for topic " + target.topic);
        }
        byte[] keyBytes = target.serializeKey(headers, key);
        byte[] valueBytes = target.serializeValue(headers, value);
        beginUnlessOpen();
        try {
            writer.append(target.partitionOf(keyBytes, valueBytes), timestamp, keyBytes, valueBytes, headers.toArray());
        } catch (KafkaException failure) {
            throw abandoned(failure);
        }
        transaction.add(keyBytes, valueBytes);
        if (transaction.isLarge()) {
            commit();
        }
    }

    private void beginUnlessOpen() {
        abortWhatFailed();
        if (!transaction.open) {
            writer.begin();
            transaction.begun();
        }
    }

    /**
     * Makes what was written since the last commit durable and visible.
     *
     * @throws KafkaException if the commit failed; what was written since the last one is dropped, see {@link #commit(String)}
     */
    public void commit() {
        owner.check();
        abortWhatFailed();
        if (!transaction.open) {
            return;
        }
        try {
            await(writer.commit());
        } catch (KafkaException failure) {
            throw abandoned(failure);
        }
        transaction.reset();
        target.nextKeylessPartition();
    }

    /**
     * Commits together with a position in the source of the records.
     *
     * @param position what {@link #committedPosition} returns from then on, to this and later writers of this name
     * @throws KafkaException if the commit failed; neither records nor position were committed, unless the answer to the commit
     *     was lost. Then the outcome is unknown and every later call fails: open the writer again under the same name and ask for
     *     its position, which tells
     */
    public void commit(String position) {
        owner.check();
        beginUnlessOpen();
        try {
            writer.addOffsets(
                    Map.of(target.positionKey(), new OffsetAndMetadata(0, position)), membershipForPositions());
        } catch (KafkaException failure) {
            throw abandoned(failure);
        }
        commit();
    }

    /**
     * Returns the position of the last {@link #commit(String)} under this name; empty if there was none. From then on only {@code
     * commit} commits.
     *
     * @throws KafkaException if the writer must be opened again, see {@link #commit(String)}
     */
    public Optional<String> committedPosition() {
        owner.check();
        checkUsable();
        membershipForPositions();
        OffsetAndMetadata committed = client.topics()
                .committedOffsets(writerId, target.positionKeys())
                .get(target.positionKey());
        return Optional.ofNullable(committed).map(OffsetAndMetadata::metadata);
    }

    private GroupMembership membershipForPositions() {
        GroupMembership joined = membership;
        if (joined == null) {
            joined = client.join(writerId);
            membership = joined;
            transaction.positionsUsed = true;
        }
        return joined;
    }

    /** Aborts, so that the writer can go on after the caller has dealt with the failure; returns the failure. */
    private KafkaException abandoned(KafkaException failure) {
        transaction.failed(failure);
        try {
            abort(failure);
        } catch (IllegalStateException commitUnderWay) {
            transaction.lost = failure;
            failure.addSuppressed(commitUnderWay);
        } catch (KafkaException abortFailure) {
            if (abortFailure != failure) {
                failure.addSuppressed(abortFailure);
            }
        }
        return failure;
    }

    /** Aborts what failed earlier and could not be aborted then; without that no transaction can begin. */
    private void abortWhatFailed() {
        checkUsable();
        KafkaException failure = transaction.abortOwedFor;
        if (failure == null) {
            return;
        }
        try {
            abort(failure);
        } catch (IllegalStateException abortUnderWay) {
            throw new KafkaException(
                    "the last transaction of writer " + writerId
                            + " failed and is still being aborted: try again later",
                    abortUnderWay);
        }
        checkUsable();
    }

    private void abort(KafkaException failure) {
        try {
            await(writer.abort());
            transaction.abortOwedFor = null;
        } catch (ApplicationRecoverableException fenced) {
            transaction.lost = failure;
            throw fenced;
        } catch (KafkaException abortFailure) {
            if (abortFailure.getCause() instanceof IllegalStateException) {
                // It was committed although the commit's future failed, or was not waited for.
                transaction.lost = failure;
            }
            throw abortFailure;
        }
    }

    private void checkUsable() {
        KafkaException failure = transaction.lost;
        if (failure != null) {
            throw new KafkaException(
                    "writer " + writerId + " of topic " + target.topic
                            + " cannot go on after a failure, and what it last tried to commit may be committed or not:"
                            + " open the writer again and ask for its position",
                    failure);
        }
    }

    private static <T extends @Nullable Object> T await(CompletableFuture<T> future) {
        try {
            return future.get(REPLY_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof KafkaException cause) {
                throw cause;
            }
            throw new KafkaException("the log failed", failure.getCause());
        } catch (java.util.concurrent.TimeoutException noReply) {
            throw new TimeoutException(
                    "no reply of the log within " + REPLY_TIMEOUT
                            + ": the transaction's outcome is unknown; open the writer again and ask for its position",
                    noReply);
        } catch (InterruptedException interrupt) {
            throw new InterruptException(interrupt);
        }
    }

    /**
     * Closes the writer. What was written since the last commit is committed; where positions are used it is aborted, as without
     * its position it would be written again by the next writer.
     */
    @Override
    @SuppressWarnings("try") // they are only to be closed, all of them, with the first failure kept
    public void close() {
        try (LogClient ownClient = ownsClient ? client : null;
                TransactionalWriter ownWriter = writer;
                GroupMembership joined = membership) {
            endLast();
        }
    }

    private void endLast() {
        if (transaction.lost != null) {
            return;
        }
        abortWhatFailed();
        if (!transaction.positionsUsed) {
            commit();
        } else if (transaction.open) {
            await(writer.abort());
        }
    }

    /** What was written since the last commit. Owner: the writer. */
    private static final class Transaction {
        private static final long LARGE_BYTES = 16L << 20;

        private boolean open;
        /** Why the last one must be aborted before the next begins; null if it was. */
        private @Nullable KafkaException abortOwedFor;
        /** The failure after which this writer can neither commit nor abort; null as long as it can. */
        private @Nullable KafkaException lost;

        private boolean positionsUsed;
        private long bytes;

        void add(byte @Nullable [] key, byte @Nullable [] value) {
            bytes += (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        }

        /** Whether to commit without being asked, which would part records from their position. */
        boolean isLarge() {
            return bytes >= LARGE_BYTES && !positionsUsed;
        }

        void begun() {
            open = true;
        }

        void failed(KafkaException failure) {
            reset();
            abortOwedFor = failure;
        }

        void reset() {
            open = false;
            bytes = 0;
        }
    }

    /** The topic: its partitions and how keys and values become bytes. Owner: the writer. */
    private static final class Target<K, V> {
        /** Records without a key change partition after so many bytes, so that batches are full. */
        private static final int KEYLESS_BYTES = 64 << 10;

        private final String topic;
        private final TopicPartition[] partitions;
        private final Serializer<K> keySerializer;
        private final Serializer<V> valueSerializer;
        private int keylessPartition;
        private int keylessBytes;

        Target(LogClient client, String topic, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
            this.topic = topic;
            this.keySerializer = keySerializer;
            this.valueSerializer = valueSerializer;
            TopicSpec spec = client.topics()
                    .describe(topic)
                    .orElseThrow(
                            () -> new UnknownTopicOrPartitionException(
                                    "no topic " + topic
                                            + ": create it first, with Logs.open(address, Map.of()).topics().create(new TopicSpec(name, partitions, Map.of()))"));
            partitions = new TopicPartition[spec.partitions()];
            for (int number = 0; number < partitions.length; number++) {
                partitions[number] = new TopicPartition(topic, number);
            }
        }

        byte @Nullable [] serializeKey(Headers headers, @Nullable K key) {
            return key == null ? null : keySerializer.serialize(topic, headers, key);
        }

        byte @Nullable [] serializeValue(Headers headers, @Nullable V value) {
            return value == null ? null : valueSerializer.serialize(topic, headers, value);
        }

        TopicPartition partitionOf(byte @Nullable [] key, byte @Nullable [] value) {
            if (key != null) {
                return partitions[KeyPartitioner.partition(key, partitions.length)];
            }
            TopicPartition partition = partitions[keylessPartition];
            keylessBytes += value == null ? 1 : value.length + 1;
            if (keylessBytes >= KEYLESS_BYTES) {
                nextKeylessPartition();
            }
            return partition;
        }

        void nextKeylessPartition() {
            keylessPartition = (keylessPartition + 1) % partitions.length;
            keylessBytes = 0;
        }

        TopicPartition positionKey() {
            return partitions[0];
        }

        Set<TopicPartition> positionKeys() {
            return Set.of(partitions[0]);
        }
    }
}
