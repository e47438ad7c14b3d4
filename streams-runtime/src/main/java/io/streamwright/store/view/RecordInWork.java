package io.streamwright.store.view;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What stores know of the record that is processed when they are written. Owner: the worker that owns the task. */
@FunctionalInterface
public interface RecordInWork {

    /** Returns its date, in milliseconds since the epoch; -1 before the first. */
    long timestamp();

    /** Returns its headers, not to be changed; empty where no record is at work. */
    default Headers headers() {
        return new RecordHeaders();
    }
}
