package io.streamwright.testing;

import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a fault strikes. Immutable.
 *
 * @param call which call
 * @param transactionalId whose; null for everybody's
 * @param topic of what; null for everything
 * @param record a record that must be in the transaction; null if none need be
 * @param skip how many calls like this go well before
 * @param times how many it strikes then
 * @param afterEffect whether the call takes effect before the fault strikes
 */
record FaultPoint(
        LogCall call,
        @Nullable String transactionalId,
        @Nullable String topic,
        @Nullable Predicate<ProducerRecord<byte[], byte[]>> record,
        int skip,
        int times,
        boolean afterEffect) {

    /** Returns whether a call is one of these. */
    boolean isAt(MadeCall made, Fault fault) {
        return call == made.kind()
                && (transactionalId == null || transactionalId.equals(made.transactionalId()))
                && (topic == null || made.topics().contains(topic))
                && (record == null || made.byRecord().contains(fault));
    }

    /** Returns whether a record that a writer appends is the one it is about. */
    boolean isAbout(String writer, ProducerRecord<byte[], byte[]> appended) {
        return record != null
                && (transactionalId == null || transactionalId.equals(writer))
                && (topic == null || topic.equals(appended.topic()))
                && record.test(appended);
    }

    @Override
    public String toString() {
        return call
                + (transactionalId == null ? "" : " of writer " + transactionalId)
                + (topic == null ? "" : " on topic " + topic)
                + (record == null ? "" : " with a certain record")
                + (afterEffect ? ", after it took effect" : "");
    }
}
