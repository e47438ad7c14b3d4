package io.streamwright.examples.wordcount;

import io.streamwright.examples.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a file as bytes, and knows how far it is. Lines longer than {@link #MAX_LINE_BYTES} are cut between words.
 *
 * <p>Owner: the thread that runs the job.
 */
final class LineSource implements AutoCloseable {
    /** Well below what a topic takes as one record. */
    static final int MAX_LINE_BYTES = 256 << 10;

    private static final int BUFFER_BYTES = 4 * MAX_LINE_BYTES;

    private final Path file;
    private final InputStream input;
    private final CRC32C checksum = new CRC32C();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private int end;
    private boolean inputEnded;
    private long position;
    private int lastByte = '\n';

    private LineSource(Path file, InputStream input) {
        this.file = file;
        this.input = input;
    }

    static LineSource open(Path file) throws IOException {
        return new LineSource(file, Files.newInputStream(file));
    }

    /** Returns the position behind the last line returned. */
    FilePosition position() {
        return new FilePosition(position, (int) checksum.getValue());
    }

    /**
     * Goes to where an earlier reader of the file was.
     *
     * @throws UsageException if what lies before that is not what it was then
     */
    void skipTo(FilePosition target) throws IOException {
        while (position < target.bytes() && fill()) {
            consume((int) Math.min(end - start, target.bytes() - position));
        }
        boolean partsAWord = position > 0 && Words.isLetter(lastByte) && fill() && Words.isLetter(buffer[start]);
        if (!position().equals(target) || partsAWord) {
            throw new UsageException(
                    "file " + file + " has changed since it was counted: not only were lines added behind its first "
                            + target.bytes() + " bytes; count it with another data directory");
        }
    }

    /** Returns the next line without its end, null behind the last one. */
    byte @Nullable [] next() throws IOException {
        if (!fill()) {
            return null;
        }
        int limit = Math.min(end, start + MAX_LINE_BYTES);
        int index = start;
        while (index < limit && buffer[index] != '\n') {
            index++;
        }
        if (index == limit && limit - start == MAX_LINE_BYTES) {
            index = lastGap(limit);
        }
        byte[] line = Arrays.copyOfRange(buffer, start, index);
        consume(Math.min(index + 1, end) - start);
        return line;
    }

    /** Returns where the last word within an overlong line ends. */
    private int lastGap(int limit) {
        int index = limit - 1;
        while (Words.isLetter(buffer[index])) {
            if (index == start) {
                throw new UsageException("file " + file + " is no text: at byte " + position
                        + " it has a word of more than " + MAX_LINE_BYTES + " letters");
            }
            index--;
        }
        return index;
    }

    /** Has a whole line of any length in the buffer, or all that is left; returns whether anything is. */
    private boolean fill() throws IOException {
        if (end - start <= MAX_LINE_BYTES && !inputEnded) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
            int count = input.readNBytes(buffer, end, buffer.length - end);
            end += count;
            inputEnded = end < buffer.length;
        }
        return start < end;
    }

    private void consume(int count) {
        if (count > 0) {
            checksum.update(buffer, start, count);
            lastByte = buffer[start + count - 1];
            start += count;
            position += count;
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
