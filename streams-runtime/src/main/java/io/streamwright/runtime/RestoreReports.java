package io.streamwright.runtime;

import io.streamwright.processor.StateRestoreListener;
import io.streamwright.store.RestoreProgress;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the restoring of stores on to the log and to the program's listener.
 *
 * <p>Thread-safe: called by all workers.
 */
final class RestoreReports implements RestoreProgress {
    private static final Logger LOG = LoggerFactory.getLogger(RestoreReports.class);

    // Volatile: set before the workers start.
    private volatile @Nullable StateRestoreListener listener;

    void listener(StateRestoreListener newListener) {
        listener = newListener;
    }

    @Override
    public void started(String store, TopicPartition changelog, long startOffset, long endOffset) {
        LOG.info("restore store={} changelog={} from={} to={}", store, changelog, startOffset, endOffset);
        tell(told -> told.onRestoreStart(changelog, store, startOffset, endOffset));
    }

    @Override
    public void restored(String store, TopicPartition changelog, long nextOffset, long records) {
        tell(told -> told.onBatchRestored(changelog, store, nextOffset, records));
    }

    @Override
    public void finished(String store, TopicPartition changelog, long records) {
        LOG.info("restored store={} changelog={} records={}", store, changelog, records);
        tell(told -> told.onRestoreEnd(changelog, store, records));
    }

    @Override
    public void suspended(String store, TopicPartition changelog, long records) {
        tell(told -> told.onRestoreSuspended(changelog, store, records));
    }

    /** A listener that fails is the program's affair; the restoring goes on. */
    private void tell(Consumer<StateRestoreListener> call) {
        StateRestoreListener told = listener;
        if (told == null) {
            return;
        }
        try {
            call.accept(told);
        } catch (RuntimeException e) {
            LOG.error("the state restore listener failed; restoring goes on", e);
        }
    }
}
