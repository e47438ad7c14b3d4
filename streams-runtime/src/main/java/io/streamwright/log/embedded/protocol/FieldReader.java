package io.streamwright.log.embedded.protocol;

import java.nio.charset.StandardCharsets;

/**
 * Decodes the fields that a {@link FieldWriter} wrote, in the same order.
 *
 * <p>Owner: the method that made it.
 */
public final class FieldReader {
    private final byte[] bytes;
    private final String what;
    private final int kind;
    private int position;

    /**
     * Begins to read a record.
     *
     * @param bytes the record
     * @param what names the kind of record in messages
     * @param knownVersion the only format version that can be read
     * @throws UnreadableRecordException if the version is another
     */
    public FieldReader(byte[] bytes, String what, int knownVersion) {
        this.bytes = bytes;
        this.what = what;
        int version = readByte();
        if (version != knownVersion) {
            throw new UnreadableRecordException(what + " has format version " + version
                    + ", this release reads version " + knownVersion + "; open the log with the release that wrote it");
        }
        this.kind = readByte();
    }

    /** Returns the kind of record that the writer gave. */
    public int kind() {
        return kind;
    }

    /** Returns a byte as a number from 0 to 255. */
    public int readByte() {
        if (position >= bytes.length) {
            throw new UnreadableRecordException(
                    what + " ends after " + bytes.length + " bytes, in the middle of a field");
        }
        return bytes[position++] & 0xFF;
    }

    public long readLong() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new UnreadableRecordException(what + " holds a number of more than 64 bits before byte " + position);
    }

    /** Returns a number that is not negative. */
    public int readInt() {
        long value = readLong();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new UnreadableRecordException(what + " holds " + value + " before byte " + position
                    + " where a number from 0 to " + Integer.MAX_VALUE + " belongs");
        }
        return (int) value;
    }

    /** Returns a number of elements that follow, each of at least one byte. */
    public int readCount() {
        int count = readInt();
        if (count > bytes.length - position) {
            throw new UnreadableRecordException(
                    what + " announces " + count + " elements where " + (bytes.length - position) + " bytes are left");
        }
        return count;
    }

    public boolean readBoolean() {
        return readByte() != 0;
    }

    public String readString() {
        int count = readCount();
        String value = new String(bytes, position, count, StandardCharsets.UTF_8);
        position += count;
        return value;
    }

    /** Returns the constant whose name follows. */
    public <E extends Enum<E>> E readEnum(Class<E> type) {
        String name = readString();
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw unreadable(type.getSimpleName() + " " + name);
    }

    /** Checks that nothing is left to read. */
    public void finish() {
        if (position != bytes.length) {
            throw new UnreadableRecordException(
                    what + " has " + (bytes.length - position) + " bytes behind its last field");
        }
    }

    /** Makes the exception for a kind that the caller does not know. */
    public UnreadableRecordException unknownKind() {
        return unreadable("a record of kind " + kind);
    }

    /** Makes the exception for something that the caller does not know. */
    public UnreadableRecordException unreadable(String found) {
        return new UnreadableRecordException(what + " holds " + found + " before byte " + position
                + ", which this release does not know; open the log with the release that wrote it");
    }
}
