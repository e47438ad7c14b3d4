package io.streamwright.processor.api;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Copies headers, so that what one record adds is not seen by another. Thread-safe: holds nothing. */
final class HeaderCopies {
    private HeaderCopies() {}

    /**
     * Returns headers of their own.
     *
     * @param headers what to copy; null makes empty ones
     */
    static Headers copy(@Nullable Iterable<Header> headers) {
        return headers == null ? new RecordHeaders() : new RecordHeaders(headers);
    }
}
