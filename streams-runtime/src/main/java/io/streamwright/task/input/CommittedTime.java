package io.streamwright.task.input;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition's time, as it travels in the metadata of the committed offset, in the format that Kafka Streams writes there:
 * base64 of a version byte, the time, and further metadata that this engine does not use. Thread-safe: holds nothing.
 */
public final class CommittedTime {
    private static final Logger LOG = LoggerFactory.getLogger(CommittedTime.class);
    private static final byte FIRST_VERSION = 1;
    private static final byte VERSION = 2;

    /** No time is known. */
    public static final long UNKNOWN = -1;

    private CommittedTime() {}

    public static String encode(long partitionTime) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + Long.BYTES).put(VERSION).putLong(partitionTime);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    /** Returns the time; {@link TaskTime#UNKNOWN} if there is none that can be read, which is logged and costs only lateness. */
    public static long decode(String metadata) {
        if (metadata.isEmpty()) {
            return UNKNOWN;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(metadata));
            byte version = bytes.get();
            if (version == FIRST_VERSION || version == VERSION) {
                return bytes.getLong();
            }
            LOG.warn("offset metadata of unknown version={}: partition time starts anew", version);
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            LOG.warn("offset metadata cannot be read, partition time starts anew: {}", metadata, e);
        }
        return UNKNOWN;
    }
}
