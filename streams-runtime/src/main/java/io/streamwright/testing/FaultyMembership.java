package io.streamwright.testing;

import io.streamwright.log.GroupMembership;

/**
 * A membership whose end may be struck by faults. Immutable.
 *
 * @param membership on the log
 */
record FaultyMembership(GroupMembership membership, Faults faults) implements GroupMembership {

    @Override
    public String groupId() {
        return membership.groupId();
    }

    @Override
    public String memberId() {
        return membership.memberId();
    }

    @Override
    public int generation() {
        return membership.generation();
    }

    @Override
    public void requestRound() {
        membership.requestRound();
    }

    @Override
    public void confirm(int usedGeneration) {
        membership.confirm(usedGeneration);
    }

    @Override
    public void suspend() {
        faults.run(MadeCall.of(LogCall.LEAVE), membership::suspend);
    }

    @Override
    public void close() {
        faults.run(MadeCall.of(LogCall.LEAVE), membership::close);
    }
}
