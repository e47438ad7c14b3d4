package io.streamwright.processor.assignment;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names a process of an application (KIP-924). Immutable. */
public class ProcessId implements Comparable<ProcessId> {

    private final UUID id;

    /** Names a process by what stays the same while its state directory does. */
    public ProcessId(UUID id) {
        this.id = id;
    }

    /** Returns a name that no other process has. */
    public static ProcessId randomProcessId() {
        return new ProcessId(UUID.randomUUID());
    }

    /** Returns the identifier. */
    public UUID id() {
        return id;
    }

    @Override
    public String toString() {
        return id.toString();
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ProcessId that && id.equals(that.id));
    }

    /** Orders as {@link UUID} does. */
    @Override
    public int compareTo(ProcessId other) {
        return id.compareTo(other.id);
    }
}
