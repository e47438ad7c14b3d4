package io.streamwright.examples.ledger;

import io.streamwright.examples.UsageException;
import io.streamwright.log.LogClient;
import io.streamwright.log.TopicWriter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerSerializer;

/**
 * Writes payments to their topic, each once: the position is committed with them, so that a writer which was killed is continued
 * by the next one.
 *
 * <p>Owner: the thread that runs the job.
 */
final class PaymentWriter implements AutoCloseable {
    private static final String WRITER_ID = "ledger-payments";
    private static final long MAX_BATCH = 10_000;
    private static final long BATCHES_PER_SECOND = 20;

    private final TopicWriter<Integer, Payment> writer;
    private final Payments payments;
    private final long perSecond;
    private long written;

    private PaymentWriter(TopicWriter<Integer, Payment> writer, Payments payments, long perSecond) {
        this.writer = writer;
        this.payments = payments;
        this.perSecond = perSecond;
    }

    /**
     * Opens a writer that goes on where the last one was.
     *
     * @param perSecond how many payments a second to write, or {@link Pace#UNLIMITED}
     * @throws UsageException if other payments were written before
     */
    static PaymentWriter open(LogClient log, Payments payments, long perSecond) {
        TopicWriter<Integer, Payment> writer = TopicWriter.open(
                log, LedgerProgram.PAYMENTS, new IntegerSerializer(), new PaymentSerializer(), WRITER_ID);
        PaymentWriter opened = new PaymentWriter(writer, payments, perSecond);
        writer.committedPosition().map(LedgerPosition::parse).ifPresent(opened::goOnFrom);
        return opened;
    }

    private void goOnFrom(LedgerPosition position) {
        if (!position.payments().equals(payments)) {
            writer.close();
            throw new UsageException("the ledger in this data directory was begun with --seed "
                    + position.payments().seed() + " --accounts "
                    + position.payments().accounts()
                    + "; go on with these, or choose another --data");
        }
        written = position.written();
    }

    /** Returns where the last writer on a log was; empty if there was none. */
    static Optional<LedgerPosition> positionOn(LogClient log) {
        TopicPartition partition = new TopicPartition(LedgerProgram.PAYMENTS, 0);
        return log.topics().committedOffsets(WRITER_ID, Set.of(partition)).entrySet().stream()
                .map(Map.Entry::getValue)
                .map(OffsetAndMetadata::metadata)
                .map(LedgerPosition::parse)
                .findFirst();
    }

    /** Returns how many payments come first, to open the accounts. */
    int openings() {
        return payments.openings();
    }

    /** Returns how many payments are written, by this writer and those before it. */
    long written() {
        return written;
    }

    /**
     * Writes payments until so many are written in all.
     *
     * @param onCommit told how many are written, after each commit
     */
    void writeUpTo(long total, LongConsumer onCommit) throws InterruptedException {
        Pace pace = new Pace(perSecond);
        long batch = perSecond == Pace.UNLIMITED
                ? MAX_BATCH
                : Math.min(MAX_BATCH, Math.max(1, perSecond / BATCHES_PER_SECOND));
        while (written < total) {
            long end = Math.min(total, written + batch);
            for (long id = written; id < end; id++) {
                Payment payment = payments.payment(id);
                writer.write(payment.payer(), payment);
            }
            writer.commit(new LedgerPosition(payments, end).toString());
            long count = end - written;
            written = end;
            onCommit.accept(written);
            pace.wrote(count);
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
