package io.streamwright.log.kafka;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/**
 * Lets one member of a group be at work: whoever was last, or the one of two newcomers with the smaller id. The others are told so.
 *
 * <p>Members are not given partitions, as readers are told what to read by their tasks: what a member is told travels in the
 * user data. Of a subscription that is: format (1 byte), and the generation in which it was at work last, or -1. Of an assignment: format,
 * and 1 for being at work or 0.
 *
 * <p>Made by the consumer of a {@link KafkaMembership}. Owner: the thread of that membership.
 */
public final class OneMemberAssignor implements ConsumerPartitionAssignor, Configurable {
    /** The setting that holds the {@link Seat} of the consumer's member. */
    static final String SEAT = "streamwright.member.seat";

    private static final byte FORMAT = 1;
    private static final byte AT_WORK = 1;
    private static final byte REFUSED = 0;
    private static final int SUBSCRIPTION_BYTES = 1 + Integer.BYTES;

    private Seat seat = (atWork, metadata) -> {};
    private int lastGeneration = -1;

    /** Called by the consumer. */
    public OneMemberAssignor() {}

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get(SEAT) instanceof Seat given) {
            seat = given;
        }
    }

    @Override
    public String name() {
        return "streamwright-one";
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        ByteBuffer data = ByteBuffer.allocate(SUBSCRIPTION_BYTES);
        data.put(FORMAT);
        data.putInt(lastGeneration);
        return data.flip();
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription groupSubscription) {
        Map<String, Subscription> members = groupSubscription.groupSubscription();
        String chosen = members.entrySet().stream()
                .max(Comparator.comparingInt(
                                (Map.Entry<String, Subscription> member) -> lastGeneration(member.getValue()))
                        .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                .orElseThrow()
                .getKey();
        Map<String, Assignment> assignments = new HashMap<>();
        for (String member : members.keySet()) {
            ByteBuffer data = ByteBuffer.allocate(2);
            data.put(FORMAT).put(member.equals(chosen) ? AT_WORK : REFUSED);
            assignments.put(member, new Assignment(List.of(), data.flip()));
        }
        return new GroupAssignment(assignments);
    }

    private static int lastGeneration(Subscription subscription) {
        ByteBuffer data = subscription.userData();
        if (data == null || data.remaining() < SUBSCRIPTION_BYTES || data.get(data.position()) != FORMAT) {
            return -1;
        }
        return data.getInt(data.position() + SUBSCRIPTION_BYTES - Integer.BYTES);
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        ByteBuffer data = assignment.userData();
        boolean atWork = data != null
                && data.remaining() >= 2
                && data.get(data.position()) == FORMAT
                && data.get(data.position() + 1) == AT_WORK;
        if (atWork) {
            lastGeneration = metadata.generationId();
        }
        seat.assigned(atWork, metadata);
    }

    /** Where a member hears what it was told. */
    interface Seat {

        /** Called on the member's thread. */
        void assigned(boolean atWork, ConsumerGroupMetadata metadata);
    }
}
