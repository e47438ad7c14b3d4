package io.streamwright.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Chooses the partition of a serialized key as Kafka's clients do, so that all writers of a topic agree, whatever they are.
 *
 * <p>The hash is MurmurHash2 (32 bits, by Austin Appleby) with the seed that Kafka's clients use; its sign bit is masked off.
 *
 * <p>Immutable: holds nothing.
 */
public final class KeyPartitioner {
    private static final int SEED = 0x9747b28c;
    private static final int MULTIPLIER = 0x5bd1e995;
    private static final int SHIFT = 24;
    private static final VarHandle LITTLE_ENDIAN_INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private KeyPartitioner() {}

    /**
     * Returns the partition of a key.
     *
     * @param key serialized key
     * @param partitions how many partitions the topic has, at least one
     * @return from 0 to {@code partitions - 1}
     */
    public static int partition(byte[] key, int partitions) {
        return (hash(key) & Integer.MAX_VALUE) % partitions;
    }

    private static int hash(byte[] data) {
        int length = data.length;
        int wordsEnd = length & ~3;
        int hash = SEED ^ length;
        for (int at = 0; at < wordsEnd; at += Integer.BYTES) {
            hash = (hash * MULTIPLIER) ^ mix((int) LITTLE_ENDIAN_INTS.get(data, at));
        }
        if (wordsEnd < length) {
            int rest = 0;
            for (int at = length - 1; at >= wordsEnd; at--) {
                rest = (rest << Byte.SIZE) | (data[at] & 0xff);
            }
            hash = (hash ^ rest) * MULTIPLIER;
        }
        hash = (hash ^ (hash >>> 13)) * MULTIPLIER;
        return hash ^ (hash >>> 15);
    }

    private static int mix(int word) {
        int product = word * MULTIPLIER;
        return (product ^ (product >>> SHIFT)) * MULTIPLIER;
    }
}
