package io.streamwright.log.kafka;

import io.streamwright.log.GroupParticipant;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;

/**
 * A member of a group in which one is at work: whoever was last, or the one of two newcomers with the smaller id. The others are told
 * so, and fail.
 *
 * <p>A member says: format (1 byte), and the generation in which it was at work last, or -1. It is told: format, and 1 for being at work
 * or 0.
 *
 * <p>Owner: the thread of the membership.
 */
final class OneAtWork implements GroupParticipant {
    private static final byte FORMAT = 1;
    private static final byte AT_WORK = 1;
    private static final byte REFUSED = 0;
    private static final int INTRODUCTION_BYTES = 1 + Integer.BYTES;
    private static final int NEVER = -1;

    private final String groupId;
    private int lastGeneration = NEVER;

    OneAtWork(String groupId) {
        this.groupId = groupId;
    }

    @Override
    public byte[] introduce() {
        return ByteBuffer.allocate(INTRODUCTION_BYTES)
                .put(FORMAT)
                .putInt(lastGeneration)
                .array();
    }

    @Override
    public Map<String, byte[]> lead(Map<String, byte[]> members) {
        String chosen = members.entrySet().stream()
                .max(Comparator.comparingInt((Map.Entry<String, byte[]> member) -> lastGeneration(member.getValue()))
                        .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                .orElseThrow()
                .getKey();
        Map<String, byte[]> parts = new HashMap<>();
        members.keySet()
                .forEach(member -> parts.put(member, new byte[] {FORMAT, member.equals(chosen) ? AT_WORK : REFUSED}));
        return parts;
    }

    private static int lastGeneration(byte[] introduction) {
        return introduction.length < INTRODUCTION_BYTES || introduction[0] != FORMAT
                ? NEVER
                : ByteBuffer.wrap(introduction).getInt(1);
    }

    /**
     * Takes note of being at work.
     *
     * @throws GroupMaxSizeReachedException if another member is
     */
    @Override
    public void assigned(int generation, byte[] part) {
        if (part.length < 2 || part[0] != FORMAT || part[1] != AT_WORK) {
            throw new GroupMaxSizeReachedException("group " + groupId
                    + " has another member at work, and one at a time can be: close it first, or use another application"
                    + " id");
        }
        lastGeneration = generation;
    }

    @Override
    public void lost() {
        // Whether another one is at work by now shows in the next round: whoever was last goes before.
    }

    @Override
    public void failed(RuntimeException cause) {
        // Whoever joined sees it by its commits, which are refused.
    }
}
