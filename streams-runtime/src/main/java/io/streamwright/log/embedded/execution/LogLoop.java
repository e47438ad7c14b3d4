package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.read.PublishedTopics;
import io.streamwright.log.embedded.read.TailCache;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.loop.Mailbox;
import io.streamwright.loop.Owner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of the log: takes the requests that wait, decides and applies them, and writes all of it at once. So all commits that
 * arrive while one write is under way share the next.
 *
 * <p>Owner: one thread calls {@link #step}. {@link #post} is for any other thread.
 */
public final class LogLoop {
    private static final Logger LOGGER = LoggerFactory.getLogger(LogLoop.class);

    private final LogStorage storage;
    private final PublishedTopics topics;
    private final LogLimits limits;
    private final WriteSteps steps;
    private final FaultPoints faults;
    private final Mailbox<LogRequest> mailbox;
    /** Bytes that may still be posted, in units of {@link LogRequest#SMALL_BYTES}; so it bounds the number of requests too. */
    private final Semaphore room;

    private final Owner owner = new Owner("log loop");
    private final TailCache tail;
    private final Housekeeping housekeeping;
    private final Set<String> members = new HashSet<>();
    /** Null before the first round and after a failed one: what is stored is the truth. */
    private @Nullable LogState state;

    private boolean storageFailed;
    private boolean stepping;
    // Volatile: set by the owner, read by senders so that they do not wait for a loop that has ended.
    private volatile boolean closed;

    /**
     * Makes a loop that has read nothing yet.
     *
     * @param storage what the log consists of; closed by {@link #close}
     * @param topics where topics and partitions are published
     * @param limits bounds
     * @param steps how the ends of transactions are written
     * @param faults told of every dangerous place
     * @param wakeup called after each post, from the posting thread; makes the owner call {@link #step}
     */
    public LogLoop(
            LogStorage storage,
            PublishedTopics topics,
            LogLimits limits,
            WriteSteps steps,
            FaultPoints faults,
            Runnable wakeup) {
        this.storage = storage;
        this.topics = topics;
        this.limits = limits;
        this.steps = steps;
        this.faults = faults;
        int units = limits.inFlightBytes() / LogRequest.SMALL_BYTES;
        this.mailbox = new Mailbox<>(units, wakeup);
        this.room = new Semaphore(units);
        this.tail = new TailCache(limits.tailCacheBytes());
        this.housekeeping = new Housekeeping(limits.producerExpiryMs());
    }

    /**
     * Sends a request to the loop; waits while too many bytes are in flight.
     *
     * @throws InterruptException if it had to wait and the thread was or became interrupted; nothing was sent
     * @throws IllegalStateException if the log is closed; nothing was sent
     */
    public void post(LogRequest request) {
        if (closed) {
            throw new IllegalStateException("the log in " + storage.location() + " is closed");
        }
        int units = unitsOf(request);
        if (!room.tryAcquire(units)) {
            try {
                room.acquire(units);
            } catch (InterruptedException interrupt) {
                throw new InterruptException(interrupt);
            }
        }
        mailbox.post(request);
        if (closed) {
            // Closed between the two looks: nobody else may look at it. If the loop still did, its reply came first.
            request.fail(closedFailure());
        }
    }

    private KafkaException closedFailure() {
        return new KafkaException("the log in " + storage.location() + " is closed");
    }

    private int unitsOf(LogRequest request) {
        int units = (request.sizeBytes() + LogRequest.SMALL_BYTES - 1) / LogRequest.SMALL_BYTES;
        return Math.min(units, limits.inFlightBytes() / LogRequest.SMALL_BYTES);
    }

    /**
     * Does one round.
     *
     * @param nowMs milliseconds since the epoch
     * @return whether there was anything to do
     */
    public boolean step(long nowMs) {
        if (stepping) {
            return false; // a reply has led to a request: the running step takes it in its next round
        }
        owner.check();
        stepping = true;
        try {
            List<LogRequest> requests = new ArrayList<>();
            mailbox.drain(requests::add);
            if (closed || (requests.isEmpty() && !housekeeping.isDue(nowMs))) {
                return false;
            }
            round(requests, nowMs);
            return !requests.isEmpty();
        } finally {
            stepping = false;
        }
    }

    private void round(List<LogRequest> requests, long nowMs) {
        LogRound round = new LogRound(storage, tail, faults);
        int answered = 0;
        try {
            ProtocolExecutor executor = executor(state(nowMs), round, nowMs);
            if (housekeeping.isDue(nowMs)) {
                housekeeping.execute(executor);
            }
            for (LogRequest request : requests) {
                request.execute(executor);
                answered++;
            }
            round.flush();
        } catch (RuntimeException | Error cause) {
            state = null;
            housekeeping.postpone(nowMs);
            KafkaException failure = failure(cause);
            round.fail(failure);
            requests.subList(answered, requests.size()).forEach(request -> request.fail(failure));
            if (cause instanceof Error fatal) {
                throw fatal; // the owner ends the loop, and nobody waits for a reply that never comes
            }
        } finally {
            room.release(requests.stream().mapToInt(this::unitsOf).sum());
        }
    }

    private ProtocolExecutor executor(LogState current, LogRound round, long nowMs) {
        return new ProtocolExecutor(current, round, topics, members, steps, faults, nowMs);
    }

    private KafkaException failure(Throwable cause) {
        storageFailed = true;
        if (cause instanceof KafkaException known) {
            LOGGER.warn("a round of the log failed, it goes on from what is stored: {}", known.getMessage());
            return known;
        }
        LOGGER.error("a round of the log in {} failed, it goes on from what is stored", storage.location(), cause);
        return new KafkaException("the log in " + storage.location() + " failed: " + cause.getMessage(), cause);
    }

    /** Returns the state, built from what is stored if it was given up. */
    private LogState state(long nowMs) {
        LogState present = state;
        if (present != null) {
            return present;
        }
        if (storageFailed) {
            storage.recover();
        }
        LogState recovered = LogRecovery.recover(storage, topics, limits.coordinator());
        LogRound round = new LogRound(storage, tail, faults);
        ProtocolExecutor executor = executor(recovered, round, nowMs);
        int epoch = executor.start();
        recovered
                .groups()
                .forEach(group -> group.memberId()
                        .filter(memberId -> !members.contains(memberId))
                        .ifPresent(memberId -> executor.change(group, group.decideLeave(memberId))));
        round.requireSync();
        round.flush();
        LOGGER.info(
                "opened the log in {}: coordinator epoch {}, {} partitions",
                storage.location(),
                epoch,
                recovered.partitions().size());
        storageFailed = false;
        state = recovered;
        return recovered;
    }

    /**
     * Writes what makes the next opening fast, closes storage and refuses all further requests; the last two also if the log can do
     * nothing else any more. Owner only.
     */
    public void close(long nowMs) {
        owner.check();
        if (closed) {
            return;
        }
        try {
            step(nowMs);
        } finally {
            closed = true;
            end();
        }
    }

    private void end() {
        try {
            writeSnapshots();
        } finally {
            try {
                storage.close();
            } finally {
                mailbox.drain(request -> request.fail(closedFailure()));
                room.release(Integer.MAX_VALUE / 2);
            }
        }
    }

    private void writeSnapshots() {
        LogState present = state;
        if (present == null) {
            return;
        }
        LogRound round = new LogRound(storage, tail, faults);
        present.partitions().stream().filter(HostedPartition::isAheadOfSnapshot).forEach(round::snapshot);
        round.requireSync();
        round.flush();
    }
}
