package io.streamwright.log;

import java.util.Map;

/**
 * The rounds of a group that takes one member: it leads itself, and every round ends at once.
 *
 * <p>Thread-safe: one round at a time.
 *
 * @see LogClient#join(MemberOptions, GroupParticipant)
 */
final class LoneRounds implements GroupMembership {
    private final GroupMembership member;
    private final GroupParticipant participant;

    LoneRounds(GroupMembership member, GroupParticipant participant) {
        this.member = member;
        this.participant = participant;
    }

    @Override
    public synchronized void requestRound() {
        Map<String, byte[]> parts = participant.lead(Map.of(memberId(), participant.introduce()));
        byte[] part = parts.get(memberId());
        if (part == null) {
            throw new IllegalStateException("group " + groupId() + ": its leader has no part for its only member");
        }
        participant.assigned(generation(), part);
    }

    @Override
    public String groupId() {
        return member.groupId();
    }

    @Override
    public String memberId() {
        return member.memberId();
    }

    @Override
    public int generation() {
        return member.generation();
    }

    @Override
    public void confirm(int usedGeneration) {
        member.confirm(usedGeneration);
    }

    @Override
    public void suspend() {
        member.suspend();
    }

    @Override
    public void close() {
        member.close();
    }
}
