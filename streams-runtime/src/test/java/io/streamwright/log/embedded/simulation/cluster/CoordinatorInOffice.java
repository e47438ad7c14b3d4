package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.TransactionKey;

/**
 * The coordinator that leads its shard at the moment, as checkers see it.
 *
 * <p>Owner: one simulation.
 */
public final class CoordinatorInOffice {
    private final ShardLeader leader;

    CoordinatorInOffice(ShardLeader leader) {
        this.leader = leader;
    }

    /** Returns what it has in memory, which is ahead of the disk. */
    public TransactionCoordinator coordinator() {
        return leader.machines().coordinator();
    }

    /** Returns whether all that it has in memory is on disk, too. */
    public boolean isAllDurable() {
        return leader.isAllDurable();
    }

    /** Returns whether a marker is under way or will be sent again. */
    public boolean takesCareOf(TransactionKey transaction, Participant participant) {
        return leader.coordination().delivery().takesCareOf(transaction, participant);
    }
}
