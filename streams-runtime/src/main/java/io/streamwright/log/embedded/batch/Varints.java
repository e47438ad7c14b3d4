package io.streamwright.log.embedded.batch;

/**
 * Numbers in as few bytes as they need: seven bits a byte, the lowest first, the top bit says that more follow.
 *
 * <p>Immutable: holds nothing.
 */
final class Varints {
    /** Most bytes that an int takes. */
    static final int MAX_INT_BYTES = 5;

    /** Most bytes that a long takes. */
    static final int MAX_LONG_BYTES = 10;

    private Varints() {}

    /** Writes a number that is never negative; returns the position behind it. */
    static int putUnsigned(byte[] target, int position, int value) {
        int rest = value;
        int at = position;
        while ((rest & ~0x7f) != 0) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        return at;
    }

    /** Writes a signed number, small magnitudes in few bytes; returns the position behind it. */
    static int putSigned(byte[] target, int position, long value) {
        long rest = (value << 1) ^ (value >> 63);
        int at = position;
        while ((rest & ~0x7fL) != 0) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        return at;
    }

    /** Returns how many bytes {@link #putUnsigned} writes. */
    static int sizeOfUnsigned(int value) {
        return (31 - Integer.numberOfLeadingZeros(value | 1)) / 7 + 1;
    }

    /** Returns how many bytes {@link #putSigned} writes. */
    static int sizeOfSigned(long value) {
        long encoded = (value << 1) ^ (value >> 63);
        return (63 - Long.numberOfLeadingZeros(encoded | 1)) / 7 + 1;
    }
}
