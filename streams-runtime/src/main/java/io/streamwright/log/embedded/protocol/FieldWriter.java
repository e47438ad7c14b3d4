package io.streamwright.log.embedded.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes the fields of a state record one behind the other.
 *
 * <p>Owner: the method that made it. Numbers take as many bytes as they need: seven bits each, the lowest first.
 */
public final class FieldWriter {
    private byte[] bytes = new byte[64];
    private int length;

    /** Begins a record with its format version and kind. */
    public FieldWriter(int version, int kind) {
        writeByte(version);
        writeByte(kind);
    }

    /** Writes the lowest eight bits. */
    public FieldWriter writeByte(int value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) value;
        return this;
    }

    /** Writes a number; small ones that are not negative are short. */
    public FieldWriter writeLong(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            writeByte((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        return writeByte((int) rest);
    }

    /** Writes a number that is not negative. */
    public FieldWriter writeInt(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative number in a state record: " + value);
        }
        return writeLong(value);
    }

    public FieldWriter writeBoolean(boolean value) {
        return writeByte(value ? 1 : 0);
    }

    public FieldWriter writeString(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        writeInt(utf8.length);
        if (bytes.length - length < utf8.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + utf8.length));
        }
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
        return this;
    }

    /** Writes a constant by its name. */
    public FieldWriter writeEnum(Enum<?> constant) {
        return writeString(constant.name());
    }

    /** Returns a copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
