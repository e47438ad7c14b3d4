package io.streamwright.runtime;

import io.streamwright.processor.StateRestoreListener;
import io.streamwright.store.RestoreProgress;
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
        StateRestoreListener told = listener;
        if (told != null) {
            told.onRestoreStart(changelog, store, startOffset, endOffset);
        }
    }

    @Override
    public void restored(String store, TopicPartition changelog, long nextOffset, long records) {
        StateRestoreListener told = listener;
        if (told != null) {
            told.onBatchRestored(changelog, store, nextOffset, records);
        }
    }

    @Override
    public void finished(String store, TopicPartition changelog, long records) {
        LOG.info("restored store={} changelog={} records={}", store, changelog, records);
        StateRestoreListener told = listener;
        if (told != null) {
            told.onRestoreEnd(changelog, store, records);
        }
    }

    @Override
    public void suspended(String store, TopicPartition changelog, long records) {
        StateRestoreListener told = listener;
        if (told != null) {
            told.onRestoreSuspended(changelog, store, records);
        }
    }
}
