package io.streamwright.runtime.group;

import com.google.common.util.concurrent.Uninterruptibles;
import io.streamwright.assign.GroupFormat;
import io.streamwright.assign.GroupLeader;
import io.streamwright.assign.MemberPart;
import io.streamwright.assign.MemberState;
import io.streamwright.errors.StreamsException;
import io.streamwright.log.GroupParticipant;
import io.streamwright.processor.TaskId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This instance's side of its group: says what the workers have, and lets them have what the group decides.
 *
 * <p>Thread-safe: rounds come on the membership's thread, the first part may come before there are workers.
 */
public final class GroupSeat implements GroupParticipant {
    private static final Logger LOG = LoggerFactory.getLogger(GroupSeat.class);

    private static final int NONE = -1;

    private final String applicationId;
    private final Description description;
    private final GroupLeader leader;
    private final Consumer<MemberPart> onPart;
    private final Consumer<RuntimeException> onEnd;
    private final CountDownLatch stopTold = new CountDownLatch(1);
    private String stop = "";
    private int generation = NONE;
    private @Nullable TaskHolder holder;
    private @Nullable MemberPart waiting;

    /**
     * Makes a seat whose workers come later.
     *
     * @param applicationId for log lines
     * @param description says of this instance what others have to know
     * @param leader decides when this instance leads
     * @param onPart told of every part, before the workers are
     * @param onEnd ends the application when all instances are to stop, or the membership has failed
     */
    public GroupSeat(
            String applicationId,
            Description description,
            GroupLeader leader,
            Consumer<MemberPart> onPart,
            Consumer<RuntimeException> onEnd) {
        this.applicationId = applicationId;
        this.description = description;
        this.leader = leader;
        this.onPart = onPart;
        this.onEnd = onEnd;
    }

    /** From the next round on all instances know that they are to stop. */
    public synchronized void requestStop(String reason) {
        stop = reason;
    }

    /** Waits until they know, if they are to; for a bounded time, as the group may be out of reach. */
    public void awaitStopTold(Duration timeout) {
        synchronized (this) {
            if (stop.isEmpty()) {
                return;
            }
        }
        if (!Uninterruptibles.awaitUninterruptibly(stopTold, timeout)) {
            LOG.warn(
                    "other instances of application {} could not be told in {} that they are to shut down",
                    applicationId,
                    timeout);
        }
    }

    /** Takes the workers, which get what has been decided by now. */
    public synchronized void begin(TaskHolder workers) {
        holder = workers;
        MemberPart part = waiting;
        waiting = null;
        if (part != null) {
            workers.run(part.active());
        }
    }

    @Override
    public synchronized byte[] introduce() {
        return GroupFormat.write(description.of(generation, holder == null ? Set.of() : holder.held(), stop));
    }

    @Override
    public Map<String, byte[]> lead(Map<String, byte[]> members) {
        Map<String, MemberState> states = new HashMap<>();
        members.forEach((member, state) -> states.put(member, GroupFormat.readState(state)));
        Map<String, byte[]> parts = new HashMap<>();
        leader.lead(states).forEach((member, part) -> parts.put(member, GroupFormat.write(part)));
        return parts;
    }

    @Override
    public synchronized void assigned(int newGeneration, byte[] bytes) {
        generation = newGeneration;
        MemberPart part = GroupFormat.readPart(bytes);
        if (!part.stop().isEmpty()) {
            stopTold.countDown();
            if (!stop.isEmpty()) {
                return; // it was this one that asked, and it is stopping already
            }
            onEnd.accept(new StreamsException(
                    "an instance of application " + applicationId + " asked all of them to shut down: " + part.stop()));
            return;
        }
        LOG.info("application {} is to run tasks={}", applicationId, part.active());
        onPart.accept(part);
        if (holder == null) {
            waiting = part;
        } else {
            holder.run(part.active());
        }
    }

    @Override
    public void failed(RuntimeException cause) {
        onEnd.accept(new StreamsException(
                "application " + applicationId + " is no member of its group any more: " + cause.getMessage(), cause));
    }

    @Override
    public synchronized void lost() {
        LOG.warn(
                "the group of application {} has gone on without this instance: its tasks are given up", applicationId);
        generation = NONE;
        waiting = null;
        if (holder != null) {
            holder.drop();
        }
    }

    /** Says of this instance what others have to know. Thread-safe. */
    @FunctionalInterface
    public interface Description {

        /**
         * Makes it.
         *
         * @param generation the last one in which it was told what to run; negative if there is none
         * @param held the tasks that it has
         * @param stop why all instances are to stop; empty if they are not
         */
        MemberState of(int generation, Set<TaskId> held, String stop);
    }
}
