package io.streamwright.log.kafka;

import io.streamwright.log.GroupParticipant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member's way through the rounds of its group: calls the participant, and knows the member's place and whether another round is
 * wanted.
 *
 * <p>Thread-safe: the member's thread goes through the rounds, others see what is volatile or atomic.
 */
final class MemberRounds implements GroupAssignor.Rounds {
    private static final Logger LOG = LoggerFactory.getLogger(MemberRounds.class);

    private final String protocol;
    private final GroupParticipant participant;
    private final CompletableFuture<ConsumerGroupMetadata> joined = new CompletableFuture<>();
    private final AtomicInteger wanted = new AtomicInteger();
    /** How many of the rounds that were wanted had been when the last introduction was made: that round is theirs. */
    private volatile int covered;

    private volatile @Nullable ConsumerGroupMetadata place;
    private @Nullable RuntimeException refusal;

    /**
     * Makes rounds of which none has begun.
     *
     * @param protocol what is spoken; all members of a group speak the same
     * @param participant speaks it
     */
    MemberRounds(String protocol, GroupParticipant participant) {
        this.protocol = protocol;
        this.participant = participant;
    }

    @Override
    public String protocol() {
        return protocol;
    }

    /** Returns what is done when the first round has ended, or has failed. */
    CompletableFuture<ConsumerGroupMetadata> joined() {
        return joined;
    }

    /**
     * Returns the member's place in the last round.
     *
     * @throws IllegalStateException if none has ended yet
     */
    ConsumerGroupMetadata place() {
        ConsumerGroupMetadata last = place;
        if (last == null) {
            throw new IllegalStateException("the group's first round has not ended yet");
        }
        return last;
    }

    /** Wants a round that begins after this call. */
    void want() {
        wanted.incrementAndGet();
    }

    /** Returns whether a round is wanted that has not begun. */
    boolean isRoundWanted() {
        return wanted.get() > covered;
    }

    @Override
    public byte[] introduce() {
        int now = wanted.get();
        byte[] introduction = participant.introduce();
        covered = now;
        return introduction;
    }

    @Override
    public Map<String, byte[]> lead(Map<String, byte[]> members) {
        return participant.lead(members);
    }

    @Override
    public void assigned(ConsumerGroupMetadata newPlace, byte[] part) {
        ConsumerGroupMetadata last = place;
        if (last != null && !last.memberId().equals(newPlace.memberId())) {
            // The group had forgotten the member, which has joined again under another id.
            participant.lost();
        }
        place = newPlace;
        LOG.info("member {} is in generation={}", newPlace.memberId(), newPlace.generationId());
        try {
            participant.assigned(newPlace.generationId(), part);
            joined.complete(newPlace);
        } catch (RuntimeException failure) {
            refusal = failure; // thrown from here it would be the consumer's, wrapped
        }
    }

    /** Throws what the participant has thrown when it was told its part. */
    void throwRefusal() {
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Says that the membership has ended, and does not come back. */
    void fail(RuntimeException cause) {
        if (!joined.completeExceptionally(cause)) {
            participant.failed(cause);
        }
    }
}
