package io.streamwright.log;

import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record as the log holds it.
 *
 * <p>Immutable by contract: the arrays are not copied, as it is made for every record read; nobody changes them.
 *
 * @param offset its place in the partition
 * @param timestamp milliseconds since the epoch, as the writer set it
 * @param key serialized key; null if there is none
 * @param value serialized value; null is a tombstone
 * @param headers headers in their order; {@link #NO_HEADERS} if there are none
 */
public record LogRecord(long offset, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {

    /** Shared by all records without headers. */
    public static final Header[] NO_HEADERS = new Header[0];
}
