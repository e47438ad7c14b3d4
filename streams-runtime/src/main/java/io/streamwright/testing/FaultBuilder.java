package io.streamwright.testing;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Says which calls a fault strikes, and arms it.
 *
 * <p>Unless told otherwise it strikes the next call of its kind, once, before the call reaches the log.
 *
 * <p>Owner: the test.
 */
public final class FaultBuilder {
    private final Faults faults;
    private final LogCall call;
    private @Nullable String transactionalId;
    private @Nullable String topic;
    private @Nullable Predicate<ProducerRecord<byte[], byte[]>> record;
    private int skip;
    private int times = 1;
    private boolean afterEffect;

    FaultBuilder(Faults faults, LogCall call) {
        this.faults = faults;
        this.call = call;
    }

    /**
     * Strikes calls of one writer only.
     *
     * @param transactionalId of a task, {@code <application.id>-<task id>}, for example {@code app-0_1}
     * @throws IllegalArgumentException if it is no call of a writer
     */
    public FaultBuilder ofWriter(String transactionalId) {
        require(call.hasWriter(), "is not a call of a writer");
        this.transactionalId = transactionalId;
        return this;
    }

    /**
     * Strikes calls on one topic only; of a {@link LogCall#POLL}, those that read it among others.
     *
     * @throws IllegalArgumentException if the call names no topic
     */
    public FaultBuilder ofTopic(String topic) {
        require(call.hasTopics(), "names no topic");
        this.topic = topic;
        return this;
    }

    /**
     * Strikes the append of certain records or, at a later call, transactions that have one of them. What is appended before the
     * fault is armed does not count.
     *
     * @param record says which; called with every record appended, by the thread that appends it
     * @throws IllegalArgumentException if no transaction has records at the call
     */
    public FaultBuilder withRecord(Predicate<ProducerRecord<byte[], byte[]>> record) {
        require(call.hasRecords(), "is not made with a transaction's records");
        this.record = record;
        return this;
    }

    /**
     * Lets so many calls go well first.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public FaultBuilder skip(int calls) {
        require(calls >= 0, "cannot be skipped " + calls + " times");
        this.skip = calls;
        return this;
    }

    /**
     * Strikes so many calls, instead of one.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public FaultBuilder times(int calls) {
        require(calls > 0, "cannot be struck " + calls + " times");
        this.times = calls;
        return this;
    }

    /** Strikes all calls, until the fault is disarmed. */
    public FaultBuilder always() {
        this.times = Integer.MAX_VALUE;
        return this;
    }

    /** Strikes before the call reaches the log, which then never hears of it: what is so unless told otherwise. */
    public FaultBuilder before() {
        this.afterEffect = false;
        return this;
    }

    /**
     * Strikes when the call has taken effect and before its caller learns of it: the answer is late, or lost.
     *
     * @throws IllegalArgumentException if the call has no effect, as it only reads
     */
    public FaultBuilder afterItTookEffect() {
        require(call.hasEffect(), "has no effect after which it could fail");
        this.afterEffect = true;
        return this;
    }

    private void require(boolean holds, String objection) {
        if (!holds) {
            throw new IllegalArgumentException("the call " + call + " " + objection);
        }
    }

    /**
     * Makes the calls fail.
     *
     * @param failure makes what each fails with
     */
    public Fault fail(Supplier<? extends RuntimeException> failure) {
        return arm(new FaultAction(false, FaultBuilder::nothing, failure));
    }

    /**
     * Makes the calls wait until {@link Fault#release}; then they go on. Before the call, its thread waits. The answer to a {@link
     * LogCall#COMMIT} or {@link LogCall#ABORT} that took effect is held back without keeping a thread.
     */
    public Fault hold() {
        return arm(new FaultAction(true, FaultBuilder::nothing, null));
    }

    /** As {@link #hold}, and makes the calls fail then. */
    public Fault holdThenFail(Supplier<? extends RuntimeException> failure) {
        return arm(new FaultAction(true, FaultBuilder::nothing, failure));
    }

    /**
     * Does something of the test's at the calls, which go on then.
     *
     * @param action called by the thread that makes the call, or by one of the log's if it is the answer to a commit or an abort;
     *     what it throws, the call fails with
     */
    public Fault run(Runnable action) {
        return arm(new FaultAction(false, action, null));
    }

    /** Only counts the calls. */
    public Fault watch() {
        return run(FaultBuilder::nothing);
    }

    private static void nothing() {}

    private Fault arm(FaultAction action) {
        Fault fault = new Fault(new FaultPoint(call, transactionalId, topic, record, skip, times, afterEffect), action);
        faults.arm(fault);
        return fault;
    }
}
