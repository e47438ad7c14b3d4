package io.streamwright.log.embedded.coordinator;

import io.streamwright.log.embedded.protocol.ProducerIdentity;
import org.jspecify.annotations.Nullable;

/**
 * A client wants to own a transactional id. Immutable.
 *
 * @param transactionalId which
 * @param timeoutMs how long its transactions may be ongoing
 * @param known the identity under which the client owned it before and means to go on (KIP-360); null to take it over from
 *     whoever owns it
 */
public record InitRequest(
        String transactionalId, long timeoutMs, @Nullable ProducerIdentity known) {
    public InitRequest {
        if (transactionalId.isEmpty()) {
            throw new IllegalArgumentException("empty transactional id");
        }
    }
}
