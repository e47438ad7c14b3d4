package io.streamwright.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A changelog in a file, which outlives a killed process: transactions one after the other, each ended by a marker. What has no
 * marker was never committed. Owner: the test's thread.
 */
final class FileChangelog {
    private static final byte RECORD = 1;
    private static final byte COMMIT = 2;
    private static final byte ABORT = 3;

    private final Path file;
    /** By offset; empty for markers and aborted records. */
    private final List<Optional<Change>> entries = new ArrayList<>();

    /** A change of a key; a null value deletes it. */
    record Change(String key, String value) {}

    private FileChangelog(Path file) {
        this.file = file;
    }

    /** Reads the file and cuts off a transaction that was not ended. */
    static FileChangelog open(Path file) throws IOException {
        FileChangelog changelog = new FileChangelog(file);
        if (Files.exists(file)) {
            long length = changelog.read();
            try (RandomAccessFile whole = new RandomAccessFile(file.toFile(), "rw")) {
                whole.setLength(length);
            }
        }
        return changelog;
    }

    private long read() throws IOException {
        long ended = 0;
        long position = 0;
        List<Optional<Change>> transaction = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                byte kind = in.readByte();
                position++;
                if (kind == RECORD) {
                    String key = in.readUTF();
                    String value = in.readUTF();
                    position += 4L + key.length() + value.length();
                    transaction.add(Optional.of(new Change(key, value.isEmpty() ? null : value)));
                } else {
                    for (Optional<Change> change : transaction) {
                        entries.add(kind == COMMIT ? change : Optional.empty());
                    }
                    entries.add(Optional.empty());
                    transaction.clear();
                    ended = position;
                }
            }
        } catch (EOFException e) {
            return ended;
        }
    }

    List<Optional<Change>> entries() {
        return entries;
    }

    /** Appends a transaction with its marker; returns the offset behind its last record. */
    long append(List<Change> changes, boolean commits) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (Change change : changes) {
            out.writeByte(RECORD);
            out.writeUTF(change.key);
            out.writeUTF(change.value == null ? "" : change.value);
            entries.add(commits ? Optional.of(change) : Optional.empty());
        }
        out.writeByte(commits ? COMMIT : ABORT);
        long behindLastRecord = entries.size();
        entries.add(Optional.empty());
        try (RandomAccessFile whole = new RandomAccessFile(file.toFile(), "rw")) {
            whole.seek(whole.length());
            whole.write(bytes.toByteArray());
        }
        return behindLastRecord;
    }
}
