package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.embedded.execution.FaultPoints.FaultPoint;
import io.streamwright.log.embedded.execution.WriteSteps;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/** A way in which a transaction ends, and the fault points that it passes on it. */
enum Ending {
    /** Its writer commits it. */
    COMMIT {
        @Override
        TransactionalWriter end(NumberedTransactions transactions, TransactionalWriter writer, FakeClock clock) {
            writer.commit().join();
            return writer;
        }
    },
    /** Its writer aborts it. */
    ABORT {
        @Override
        TransactionalWriter end(NumberedTransactions transactions, TransactionalWriter writer, FakeClock clock) {
            writer.abort().join();
            return writer;
        }
    },
    /** It is open for longer than its timeout; its writer learns so when it commits. */
    TIMEOUT {
        @Override
        TransactionalWriter end(NumberedTransactions transactions, TransactionalWriter writer, FakeClock clock) {
            clock.advance(NumberedTransactions.TIMEOUT);
            try {
                writer.commit().join();
                throw new AssertionError("a transaction older than its timeout was committed");
            } catch (CompletionException failed) {
                if (!(failed.getCause() instanceof TransactionAbortableException)) {
                    throw failed;
                }
                assertThat(failed).hasMessageContaining("open for longer than its timeout");
            }
            writer.abort().join();
            return writer;
        }
    },
    /** Somebody else opens its transactional id. */
    TAKEOVER {
        @Override
        TransactionalWriter end(NumberedTransactions transactions, TransactionalWriter writer, FakeClock clock) {
            writer.close();
            return transactions.openWriter();
        }
    };

    /** Ends a transaction that is written and returns the writer of the next. */
    abstract TransactionalWriter end(NumberedTransactions transactions, TransactionalWriter writer, FakeClock clock);

    /** Returns the points that a transaction passes when it ends; those it passes before are not among them. */
    static Set<FaultPoint> pointsOfEnd(WriteSteps steps) {
        Set<FaultPoint> points = pointsOfTransaction(steps);
        points.removeAll(EnumSet.of(FaultPoint.AFTER_LISTING, FaultPoint.AFTER_OFFSETS));
        return points;
    }

    /** Returns the points that a transaction passes while it is written. */
    static Set<FaultPoint> pointsOfWriting() {
        return EnumSet.of(
                FaultPoint.AFTER_LISTING, FaultPoint.AFTER_OFFSETS, FaultPoint.BEFORE_APPEND, FaultPoint.AFTER_APPEND);
    }

    /** Returns all points that a transaction passes from its first record to the reply to its end. */
    static Set<FaultPoint> pointsOfTransaction(WriteSteps steps) {
        Set<FaultPoint> points = EnumSet.allOf(FaultPoint.class);
        points.remove(FaultPoint.AFTER_START);
        if (steps == WriteSteps.TOGETHER) {
            points.remove(FaultPoint.BETWEEN_ACKNOWLEDGEMENTS);
        }
        return points;
    }

    /** Returns the points that a log passes when it is opened and finds a transaction that is decided and not complete. */
    static Set<FaultPoint> pointsOfRecovery(WriteSteps steps) {
        Set<FaultPoint> points = pointsOfEnd(steps);
        points.removeAll(EnumSet.of(FaultPoint.BEFORE_PREPARE, FaultPoint.PREPARE_DECIDED, FaultPoint.AFTER_PREPARE));
        points.add(FaultPoint.AFTER_START);
        return points;
    }

    /** Returns the points of an end at which its decision is stored when they are first passed: it survives the process. */
    static Set<FaultPoint> pointsOfStoredDecision(WriteSteps steps) {
        Set<FaultPoint> points = EnumSet.of(FaultPoint.AFTER_SYNC, FaultPoint.BEFORE_REPLY, FaultPoint.AFTER_REPLY);
        if (steps == WriteSteps.ONE_BY_ONE) {
            points.addAll(EnumSet.range(FaultPoint.AFTER_PREPARE, FaultPoint.AFTER_COMPLETE));
        } else {
            points.add(FaultPoint.AFTER_APPEND); // the last batches are in the write of the decision
        }
        return points;
    }
}
