package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.HashMap;
import java.util.Map;

/**
 * No identity is ever given to two clients.
 *
 * <p>Owner: one simulation.
 */
final class S12IdentityIsGivenOnce implements Checker {
    private final Map<ProducerIdentity, String> owners = new HashMap<>();

    @Override
    public void identityGiven(World world, ProducerIdentity identity, String client) {
        String owner = owners.putIfAbsent(identity, client);
        unless(owner == null || owner.equals(client), this, "%s is given to %s, and is %s's", identity, client, owner);
    }
}
