package io.streamwright.log.kafka;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.MemberOptions;
import io.streamwright.loop.LoopThread;
import io.streamwright.loop.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A membership of a consumer group, held by a consumer that reads nothing: a thread of its own polls it, whatever tasks are doing, and
 * calls the participant.
 *
 * <p>A member that was too slow for its session joins again by itself, as another member; transactions of its former self are refused.
 * What was taken over by somebody else meanwhile is fenced by its transactional id as well.
 *
 * <p>Thread-safe: the consumer belongs to the thread, the others see what is volatile here.
 */
final class KafkaMembership implements GroupMembership {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaMembership.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(5);
    private static final long RETRY_MS = 500;
    /** No topic has such a name: a member that names no topics is one all the same. */
    private static final Pattern NO_TOPIC = Pattern.compile("(?!)");

    private final MemberOptions options;
    private final MemberRounds rounds;
    private final Consumer<byte[], byte[]> consumer;
    private final Runnable onClose;
    private final LoopThread thread;
    // Volatile: written by the thread.
    private volatile boolean ended;
    // Volatile: written by those who ask for something, read by the thread.
    private volatile boolean closing;
    private volatile boolean keepsPlace;

    private KafkaMembership(
            Map<String, Object> config,
            MemberOptions options,
            MemberRounds rounds,
            Runnable onClose,
            String threadName) {
        this.options = options;
        this.rounds = rounds;
        this.onClose = onClose;
        config.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(GroupAssignor.class.getName()));
        config.put(GroupAssignor.ROUNDS, rounds);
        this.consumer = new KafkaConsumer<>(config);
        this.thread = LoopThread.start(threadName, this::run);
    }

    /**
     * Joins a group and waits until its first round with this member has ended.
     *
     * @param instanceId identity that the broker knows again; empty for a member that is new
     * @param rounds calls the participant
     * @param onClose called once when it has left
     * @throws TimeoutException if the group did not take it in time; it has given up
     */
    static KafkaMembership join(
            KafkaLogSettings settings,
            MemberOptions options,
            Optional<String> instanceId,
            MemberRounds rounds,
            Runnable onClose) {
        KafkaMembership membership = new KafkaMembership(
                settings.member(options.groupId(), instanceId),
                options,
                rounds,
                onClose,
                settings.clientName() + "-member");
        try {
            var unused = rounds.joined().get(JOIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return membership;
        } catch (java.util.concurrent.TimeoutException late) {
            membership.close();
            throw new TimeoutException(
                    "group " + options.groupId() + " could not be joined in " + JOIN_LIMIT.toSeconds() + " s", late);
        } catch (ExecutionException | InterruptedException failure) {
            membership.close();
            throw KafkaFailures.of(failure);
        }
    }

    private void run() {
        boolean leaves = true;
        try {
            if (options.topics().isEmpty()) {
                consumer.subscribe(NO_TOPIC);
            } else {
                consumer.subscribe(options.topics());
            }
            while (!closing) {
                step();
            }
            leaves = !(keepsPlace && rounds.place().groupInstanceId().isPresent());
        } catch (RuntimeException failure) {
            leaves = !(failure instanceof FencedInstanceIdException);
            LOG.error(
                    "membership of group {} has ended, transactions with its offsets are refused from now on",
                    options.groupId(),
                    failure);
            rounds.fail(failure);
        }
        ended = true;
        leave(leaves);
    }

    private void step() {
        try {
            if (rounds.isRoundWanted()) {
                consumer.enforceRebalance("a member has something to be decided");
            }
            consumer.poll(POLL);
            rounds.throwRefusal();
        } catch (WakeupException woken) {
            return; // what was asked for says what to do
        } catch (RetriableException failure) {
            LOG.warn("member of group {} tries again: {}", options.groupId(), failure.toString());
            Pause.forMs(RETRY_MS);
        }
    }

    private void leave(boolean leaves) {
        try {
            consumer.close(CloseOptions.timeout(LEAVE_LIMIT)
                    .withGroupMembershipOperation(
                            leaves
                                    ? CloseOptions.GroupMembershipOperation.LEAVE_GROUP
                                    : CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP));
        } catch (RuntimeException failure) {
            LOG.warn("member of group {} has left without an answer", options.groupId(), failure);
        }
    }

    /** Returns a membership in the words of the clients. */
    @SuppressWarnings("removal") // a membership that a test has wrapped has no other way to its three values
    static ConsumerGroupMetadata metadataOf(GroupMembership membership) {
        return membership instanceof KafkaMembership own
                ? own.rounds.place()
                : new ConsumerGroupMetadata(
                        membership.groupId(), membership.generation(), membership.memberId(), Optional.empty());
    }

    @Override
    public String groupId() {
        return options.groupId();
    }

    @Override
    public String memberId() {
        return rounds.place().memberId();
    }

    @Override
    public int generation() {
        return rounds.place().generationId();
    }

    @Override
    public void requestRound() {
        rounds.want();
        consumer.wakeup();
    }

    @Override
    public void confirm(int usedGeneration) {
        if (ended) {
            throw new CommitFailedException(
                    "this is no member of group " + groupId() + " any more: its place may be another's");
        }
        if (generation() <= usedGeneration) {
            if (!rounds.isRoundWanted()) {
                requestRound();
            }
            throw new TimeoutException("group " + groupId()
                    + " has not confirmed yet that this member is in it after generation " + usedGeneration
                    + ": try again");
        }
    }

    @Override
    public void suspend() {
        keepsPlace = true;
        close();
    }

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        consumer.wakeup();
        if (!thread.join(LEAVE_LIMIT.plus(LEAVE_LIMIT))) {
            LOG.warn("member of group {} has not left in time; its session will end by itself", options.groupId());
        }
        onClose.run();
    }
}
