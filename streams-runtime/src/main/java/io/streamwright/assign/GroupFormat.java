package io.streamwright.assign;

import io.streamwright.processor.TaskId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.common.errors.SerializationException;

/**
 * How instances of an application write down what they tell each other.
 *
 * <p>Each message begins with the version of whoever has written it. A later version adds fields at the end, which earlier ones do not
 * read: so instances of different versions work together during an upgrade.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class GroupFormat {
    private static final short VERSION = 1;

    private GroupFormat() {}

    /** Writes what an instance says of itself. */
    public static byte[] write(MemberState state) {
        return written(out -> {
            out.writeLong(state.instance().process().getMostSignificantBits());
            out.writeLong(state.instance().process().getLeastSignificantBits());
            out.writeInt(state.generation());
            out.writeInt(state.instance().workers());
            write(out, state.held());
            out.writeUTF(state.instance().host());
            out.writeUTF(state.instance().rack());
            out.writeInt(state.instance().tags().size());
            for (Map.Entry<String, String> tag : state.instance().tags().entrySet()) {
                out.writeUTF(tag.getKey());
                out.writeUTF(tag.getValue());
            }
            out.writeInt(state.lags().size());
            for (Map.Entry<TaskId, Long> lag : state.lags().entrySet()) {
                out.writeUTF(lag.getKey().toString());
                out.writeLong(lag.getValue());
            }
            out.writeUTF(state.stop());
        });
    }

    /**
     * Reads what an instance has said of itself.
     *
     * @throws SerializationException if that is nothing that an instance has written
     */
    public static MemberState readState(byte[] bytes) {
        return read(bytes, in -> {
            UUID process = new UUID(in.readLong(), in.readLong());
            int generation = in.readInt();
            int workers = in.readInt();
            Set<TaskId> held = readTasks(in);
            String host = in.readUTF();
            String rack = in.readUTF();
            Map<String, String> tags = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                tags.put(in.readUTF(), in.readUTF());
            }
            Map<TaskId, Long> lags = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                lags.put(TaskId.parse(in.readUTF()), in.readLong());
            }
            return new MemberState(
                    new Instance(process, workers, host, rack, tags), generation, held, lags, in.readUTF());
        });
    }

    /** Writes what the leader has decided for an instance. */
    public static byte[] write(MemberPart part) {
        return written(out -> {
            write(out, part.active());
            write(out, part.standby());
            write(out, part.activeByHost());
            write(out, part.standbyByHost());
            out.writeLong(part.nextRound().toMillis());
            out.writeUTF(part.stop());
        });
    }

    /**
     * Reads what the leader has decided.
     *
     * @throws SerializationException if that is nothing that a leader has written
     */
    public static MemberPart readPart(byte[] bytes) {
        return read(
                bytes,
                in -> new MemberPart(
                        readTasks(in),
                        readTasks(in),
                        readByHost(in),
                        readByHost(in),
                        Duration.ofMillis(in.readLong()),
                        in.readUTF()));
    }

    private static void write(DataOutputStream out, Collection<TaskId> tasks) throws IOException {
        out.writeInt(tasks.size());
        for (TaskId task : new TreeSet<>(tasks)) {
            out.writeUTF(task.toString());
        }
    }

    private static Set<TaskId> readTasks(DataInputStream in) throws IOException {
        Set<TaskId> tasks = new HashSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            tasks.add(TaskId.parse(in.readUTF()));
        }
        return tasks;
    }

    private static void write(DataOutputStream out, Map<String, Set<TaskId>> byHost) throws IOException {
        out.writeInt(byHost.size());
        for (Map.Entry<String, Set<TaskId>> host : byHost.entrySet()) {
            out.writeUTF(host.getKey());
            write(out, host.getValue());
        }
    }

    private static Map<String, Set<TaskId>> readByHost(DataInputStream in) throws IOException {
        Map<String, Set<TaskId>> byHost = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            byHost.put(in.readUTF(), readTasks(in));
        }
        return byHost;
    }

    private static byte[] written(Writing fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeShort(VERSION);
            fields.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    private static <T> T read(byte[] bytes, Reading<T> fields) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            short version = in.readShort();
            if (version < 1) {
                throw new SerializationException("version " + version + " is none of this library's");
            }
            return fields.from(in);
        } catch (IOException | IllegalArgumentException | io.streamwright.errors.TaskIdFormatException e) {
            throw new SerializationException(
                    "a member of the group speaks another language, " + bytes.length
                            + " bytes: is an application of another kind running under the same application.id?",
                    e);
        }
    }

    /** Writes fields. */
    @FunctionalInterface
    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** Reads fields. */
    @FunctionalInterface
    private interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }
}
