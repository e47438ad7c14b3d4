package io.streamwright.log.kafka;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.GroupParticipant;
import io.streamwright.log.MemberOptions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InvalidGroupIdException;

/**
 * The one place that each group has for a member at work: refuses the second before it disturbs the first.
 *
 * <p>Two that ask at the same moment both pass here; the group's assignor then chooses one.
 *
 * <p>Thread-safe: members of this client are kept in a concurrent map.
 */
final class GroupSeats implements AutoCloseable {
    private final KafkaLogSettings settings;
    private final Admin admin;
    private final Map<String, Seat> taken = new ConcurrentHashMap<>();

    GroupSeats(KafkaLogSettings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /**
     * Joins a group.
     *
     * @throws GroupMaxSizeReachedException if it has a member that is not this one's former self
     */
    GroupMembership take(MemberOptions options) {
        return take(options, new MemberRounds("streamwright-one", new OneAtWork(options.groupId())), true);
    }

    /** Joins a group whose members share work. */
    GroupMembership share(MemberOptions options, GroupParticipant participant) {
        return take(options, new MemberRounds("streamwright", participant), false);
    }

    private GroupMembership take(MemberOptions options, MemberRounds rounds, boolean alone) {
        String groupId = options.groupId();
        if (groupId.isEmpty()) {
            throw new InvalidGroupIdException("empty group id");
        }
        Seat seat = new Seat();
        if (taken.putIfAbsent(groupId, seat) != null) {
            throw full(groupId, "this client is a member itself");
        }
        boolean done = false;
        try {
            seat.identity = Optional.ofNullable(options.home()).flatMap(MemberIdentity::in);
            Optional<String> instanceId = instanceId(seat);
            if (alone) {
                requireFree(groupId, instanceId);
            }
            KafkaMembership membership =
                    KafkaMembership.join(settings, options, instanceId, rounds, () -> leave(groupId, seat));
            seat.membership = Optional.of(membership);
            if (!alone && instanceId.isPresent()) {
                // The broker may have given it what was decided for its former self, which can have died in the middle
                // of a hand-over.
                membership.requestRound();
            }
            done = true;
            return membership;
        } finally {
            if (!done) {
                leave(groupId, seat);
            }
        }
    }

    /** What the configuration says goes before what the member's directory does. */
    private Optional<String> instanceId(Seat seat) {
        Object configured = settings.member("", Optional.empty()).get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        return configured == null
                ? seat.identity.map(MemberIdentity::instanceId)
                : Optional.of(String.valueOf(configured));
    }

    private void requireFree(String groupId, Optional<String> instanceId) {
        try {
            for (MemberDescription member : KafkaFailures.await(
                            admin.describeConsumerGroups(Set.of(groupId)).describedGroups(), groupId)
                    .members()) {
                if (instanceId.isEmpty() || !member.groupInstanceId().equals(instanceId)) {
                    throw full(groupId, "its member is " + member.clientId() + " on host " + member.host());
                }
            }
        } catch (GroupIdNotFoundException free) {
            return;
        }
    }

    private static GroupMaxSizeReachedException full(String groupId, String who) {
        return new GroupMaxSizeReachedException("group " + groupId + " has a member, and one at a time can be at work: "
                + who + "; close it first, or use another application id; if it has died, its place is free when its"
                + " session.timeout.ms is over, and at once for whoever is started with its state.dir");
    }

    private void leave(String groupId, Seat seat) {
        if (seat.left.compareAndSet(false, true)) {
            taken.remove(groupId, seat);
            seat.identity.ifPresent(MemberIdentity::close);
        }
    }

    /** Lets all members of this client leave. */
    @Override
    public void close() {
        taken.values().forEach(seat -> seat.membership.ifPresent(KafkaMembership::close));
    }

    /** One member's place. Written by who takes it, before anybody else can see that it is a member. */
    private static final class Seat {
        private final AtomicBoolean left = new AtomicBoolean();
        // Volatile: read by who closes the client.
        private volatile Optional<MemberIdentity> identity = Optional.empty();
        private volatile Optional<KafkaMembership> membership = Optional.empty();
    }
}
