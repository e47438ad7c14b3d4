package io.streamwright.log.embedded.storage;

/** What a write that asks to be synced survives. */
public enum FlushMode {
    /** A crash of the machine: the write is on the disk before it counts as done. */
    SYNC,
    /** A crash of the process only: the operating system writes it to the disk when it pleases. */
    OS
}
