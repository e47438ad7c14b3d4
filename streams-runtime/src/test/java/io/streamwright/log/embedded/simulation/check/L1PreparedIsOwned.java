package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.coordinator.TransactionCoordinator;
import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.WriteMarkers;
import io.streamwright.log.embedded.simulation.cluster.CoordinatorInOffice;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Whatever is PREPARED on disk is prepared in the coordinator's memory too, or further, and each marker that is not acknowledged is in
 * its care.
 *
 * <p>Owner: one simulation.
 */
final class L1PreparedIsOwned implements Checker {
    @Override
    public void stepDone(World world) {
        CoordinatorInOffice inOffice = world.coordinatorInOffice();
        if (inOffice == null) {
            return;
        }
        for (TransactionMetadata onDisk :
                world.durable().machines().coordinator().all()) {
            if (onDisk.state().isPrepared()) {
                check(onDisk, inOffice);
            }
        }
    }

    private void check(TransactionMetadata onDisk, CoordinatorInOffice inOffice) {
        TransactionCoordinator coordinator = inOffice.coordinator();
        Optional<TransactionMetadata> known = coordinator.find(onDisk.transactionalId());
        if (known.isEmpty() || !known.get().state().isPrepared()) {
            unless(
                    !inOffice.isAllDurable(),
                    this,
                    "%s is known as %s, and nothing is left to be written",
                    onDisk,
                    known);
            return; // complete, perhaps forgotten, and about to be written
        }
        TransactionMetadata inMemory = known.get();
        Set<Participant> cared = new HashSet<>();
        for (WriteMarkers markers : coordinator.undeliveredMarkers()) {
            if (markers.marker().transaction().producerId() == onDisk.producer().producerId()) {
                markers.participants().stream()
                        .filter(to -> inOffice.takesCareOf(markers.marker().transaction(), to))
                        .forEach(cared::add);
            }
        }
        unless(
                cared.equals(inMemory.participants().unacknowledged()),
                this,
                "%s will be delivered to %s only",
                inMemory,
                cared);
    }
}
