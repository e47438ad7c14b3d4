package io.streamwright.log.kafka;

import io.streamwright.log.GroupParticipant;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;

/**
 * Carries what the participants of a group tell each other in the user data of subscriptions and assignments. No member is given
 * partitions: readers are told what to read by their tasks.
 *
 * <p>Made by the consumer of a {@link KafkaMembership}. Owner: the thread of that membership.
 */
public final class GroupAssignor implements ConsumerPartitionAssignor, Configurable {
    /** The setting that holds the {@link Rounds} of the consumer's member. */
    static final String ROUNDS = "streamwright.member.rounds";

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private Rounds rounds = new Unconfigured();

    /** Called by the consumer. */
    public GroupAssignor() {}

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get(ROUNDS) instanceof Rounds given) {
            rounds = given;
        }
    }

    @Override
    public String name() {
        return rounds.protocol();
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return ByteBuffer.wrap(rounds.introduce());
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription groupSubscription) {
        Map<String, byte[]> introductions = new HashMap<>();
        groupSubscription
                .groupSubscription()
                .forEach((member, subscription) -> introductions.put(member, bytes(subscription.userData())));
        Map<String, Assignment> assignments = new HashMap<>();
        rounds.lead(introductions)
                .forEach((member, part) -> assignments.put(member, new Assignment(List.of(), ByteBuffer.wrap(part))));
        return new GroupAssignment(assignments);
    }

    private static byte[] bytes(ByteBuffer userData) {
        ByteBuffer data = (userData == null ? NOTHING : userData).duplicate();
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        return bytes;
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        rounds.assigned(metadata, bytes(assignment.userData()));
    }

    /** The rounds of one member, as {@link GroupParticipant} has them. Called on the member's thread. */
    interface Rounds {

        /** Returns the name of what is spoken: members of one group must speak the same. */
        String protocol();

        /** As {@link GroupParticipant#introduce}. */
        byte[] introduce();

        /** As {@link GroupParticipant#lead}. */
        Map<String, byte[]> lead(Map<String, byte[]> members);

        /** The round has ended. */
        void assigned(ConsumerGroupMetadata place, byte[] part);
    }

    /** An assignor that somebody else has put into a consumer of their own. */
    private static final class Unconfigured implements Rounds {
        @Override
        public String protocol() {
            return "streamwright";
        }

        @Override
        public byte[] introduce() {
            throw outside();
        }

        @Override
        public Map<String, byte[]> lead(Map<String, byte[]> members) {
            throw outside();
        }

        @Override
        public void assigned(ConsumerGroupMetadata place, byte[] part) {
            throw outside();
        }

        private static InconsistentGroupProtocolException outside() {
            return new InconsistentGroupProtocolException(
                    "this assignor works for members of Streamwright applications only");
        }
    }
}
