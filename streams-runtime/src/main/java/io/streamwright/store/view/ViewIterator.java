package io.streamwright.store.view;

import io.streamwright.store.committed.BytesIterator;
import org.apache.kafka.common.utils.Bytes;

/**
 * Walks over committed entries for a query.
 *
 * <p>Thread-safe: each step is taken under the monitor of the view, which may release it at any time.
 */
final class ViewIterator implements StoreIterator {
    private final StoreView view;
    private final BytesIterator entries;
    private final String openedAt;
    private boolean closed;

    ViewIterator(StoreView view, BytesIterator entries, String openedAt) {
        this.view = view;
        this.entries = entries;
        this.openedAt = openedAt;
    }

    /** Returns the place in the program. */
    String openedAt() {
        return openedAt;
    }

    @Override
    public boolean isValid() {
        synchronized (view) {
            requireOpen();
            return entries.isValid();
        }
    }

    @Override
    public Bytes key() {
        synchronized (view) {
            requireOpen();
            return entries.key();
        }
    }

    @Override
    public byte[] value() {
        synchronized (view) {
            requireOpen();
            return entries.value();
        }
    }

    @Override
    public void advance() {
        synchronized (view) {
            requireOpen();
            entries.advance();
        }
    }

    private void requireOpen() {
        view.requireUsable();
        if (closed) {
            throw new IllegalStateException("the iterator opened at " + openedAt + " was used after it was closed");
        }
    }

    @Override
    public boolean isClosed() {
        synchronized (view) {
            return closed;
        }
    }

    @Override
    public void close() {
        synchronized (view) {
            if (closed) {
                return;
            }
            closed = true;
            if (!view.isShut()) {
                entries.close();
            }
        }
        view.closed(this);
    }

    /** Gives up what it holds, under the view's monitor. */
    void release() {
        entries.close();
    }
}
