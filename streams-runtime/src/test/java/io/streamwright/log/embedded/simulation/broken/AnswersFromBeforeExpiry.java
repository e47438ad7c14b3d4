package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.simulation.cluster.Protocol;

/**
 * A participant uses the answer that it is listed, though it has forgotten producers since it asked. Only a scenario finds this: chance
 * does not let a transaction time out, and be forgotten, while an answer is under way.
 *
 * <p>Immutable: holds nothing.
 */
public final class AnswersFromBeforeExpiry extends Protocol {
    @Override
    protected boolean dropsAnswersFromBeforeExpiry() {
        return false;
    }
}
