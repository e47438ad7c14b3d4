package io.streamwright.log.embedded.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Where each field of a batch stands.
 *
 * <pre>
 *  0 base offset     8   set by the log when it appends, as is the next: they are not under the checksum
 *  8 appended at     8   milliseconds since the epoch by the log's clock
 * 16 checksum        4   CRC-32C of everything behind it
 * 20 magic           1
 * 21 flags           1   control, commit
 * 22 reserved        2
 * 24 producer id     8
 * 32 producer epoch  8   of a marker: the data epoch of the transaction it ends
 * 40 base sequence   4   of a marker: the coordinator epoch
 * 44 record count    4
 * 48 base timestamp  8
 * 56 max timestamp   8
 * 64 records
 * </pre>
 *
 * A record is: timestamp less base timestamp, key, value, number of headers, headers. Byte strings have their length plus one in
 * front, zero for null; numbers are {@link Varints}. A record's offset is the base offset plus its index.
 *
 * <p>Immutable: holds nothing.
 */
final class BatchFormat {
    static final int BASE_OFFSET = 0;
    static final int APPENDED_AT = 8;
    static final int CHECKSUM = 16;
    static final int MAGIC = 20;
    static final int FLAGS = 21;
    static final int PRODUCER_ID = 24;
    static final int EPOCH = 32;
    static final int BASE_SEQUENCE = 40;
    static final int COUNT = 44;
    static final int BASE_TIMESTAMP = 48;
    static final int MAX_TIMESTAMP = 56;
    static final int HEADER_BYTES = 64;

    static final byte CURRENT_MAGIC = 1;
    static final int FLAG_CONTROL = 1;
    static final int FLAG_COMMIT = 2;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private BatchFormat() {}

    static long getLong(byte[] bytes, int position) {
        return (long) LONGS.get(bytes, position);
    }

    static int getInt(byte[] bytes, int position) {
        return (int) INTS.get(bytes, position);
    }

    static void putLong(byte[] bytes, int position, long value) {
        LONGS.set(bytes, position, value);
    }

    static void putInt(byte[] bytes, int position, int value) {
        INTS.set(bytes, position, value);
    }

    static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, MAGIC, bytes.length - MAGIC);
        return (int) crc.getValue();
    }
}
