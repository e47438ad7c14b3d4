package io.streamwright.log.embedded;

import io.streamwright.log.embedded.execution.FaultPoints;
import org.apache.kafka.common.KafkaException;

/**
 * Throws at the n-th time of a point, and at every point after it, as a dead process does nothing any more.
 *
 * <p>Owner: one test, which runs the log by hand.
 */
final class DieAt implements FaultPoints {
    private final FaultPoint point;
    private int rest;

    DieAt(FaultPoint point, int occurrence) {
        this.point = point;
        this.rest = occurrence;
    }

    @Override
    public void reached(FaultPoint here) {
        if (here == point) {
            rest--;
        }
        if (hasStruck()) {
            throw new KafkaException(message());
        }
    }

    boolean hasStruck() {
        return rest <= 0;
    }

    String message() {
        return "died at " + point;
    }
}
