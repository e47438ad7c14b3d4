package io.streamwright.examples.wordcount;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a file was loaded. Immutable.
 *
 * @param bytes how many from the start
 * @param crc32c checksum of these, by which a file that is another one now is found out
 */
record FilePosition(long bytes, int crc32c) {
    static final FilePosition START = new FilePosition(0, 0);

    private static final Pattern TEXT = Pattern.compile("bytes=([0-9]{1,18}) crc32c=([0-9a-f]{1,8})");

    /** Reads what {@link #toString} wrote. */
    static FilePosition parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no position in a file: '" + text + "'");
        }
        return new FilePosition(Long.parseLong(matcher.group(1)), Integer.parseUnsignedInt(matcher.group(2), 16));
    }

    @Override
    public String toString() {
        return "bytes=" + bytes + " crc32c=" + Integer.toHexString(crc32c);
    }
}
