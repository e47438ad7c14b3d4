package io.streamwright.log.embedded.storage;

import io.streamwright.log.embedded.batch.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.KafkaStorageException;

/** Storage on the heap that forgets what was not synced when the machine crashes, and fails when a test asks for it. */
public final class FaultyLogStorage implements LogStorage {
    /** How a write fails. */
    public enum Failure {
        /** Nothing of it is stored. */
        NOTHING_WRITTEN,
        /** It is stored, and only the answer is lost. */
        ANSWER_LOST
    }

    private final MemoryLogStorage stored = new MemoryLogStorage("faulty");
    private final List<StorageWrite> writes = new ArrayList<>();
    private int syncedWrites;
    private int syncs;
    private boolean broken;
    private Failure nextFailure;
    private Runnable afterNextWrite = () -> {};
    private boolean closed;
    private CountDownLatch gate = new CountDownLatch(0);

    @Override
    public String location() {
        return "/faulty";
    }

    @Override
    public void write(StorageWrite write, boolean sync) {
        awaitGate();
        store(write, sync);
        Runnable then = afterNextWrite;
        afterNextWrite = () -> {};
        then.run();
    }

    private synchronized void store(StorageWrite write, boolean sync) {
        if (broken) {
            throw new KafkaStorageException("/faulty: write before recovery");
        }
        Failure failure = nextFailure;
        nextFailure = null;
        broken = failure != null;
        if (failure == Failure.NOTHING_WRITTEN) {
            throw new KafkaStorageException("/faulty: the disk is full");
        }
        stored.write(write, sync);
        writes.add(write);
        if (sync) {
            syncs++;
            syncedWrites = writes.size();
        }
        if (failure == Failure.ANSWER_LOST) {
            throw new KafkaStorageException("/faulty: no answer");
        }
    }

    private void awaitGate() {
        CountDownLatch current;
        synchronized (this) {
            current = gate;
        }
        try {
            current.await();
        } catch (InterruptedException interrupt) {
            throw new AssertionError(interrupt);
        }
    }

    /** Lets the next write fail. */
    public synchronized void failNextWrite(Failure failure) {
        nextFailure = failure;
    }

    /** Does something when the next write is stored and the log does not know it yet. Only for a log that is run by hand. */
    public void afterNextWrite(Runnable what) {
        afterNextWrite = what;
    }

    /** Lets writes wait until the gate is opened. */
    public synchronized CountDownLatch closeGate() {
        gate = new CountDownLatch(1);
        return gate;
    }

    public synchronized int syncs() {
        return syncs;
    }

    /** Returns how many writes a crash of the machine may lose. */
    public synchronized int unsyncedWrites() {
        return writes.size() - syncedWrites;
    }

    /**
     * Returns what is stored after a crash of the machine.
     *
     * @param unsyncedKept how many of the writes behind the last synced one happen to be stored
     */
    public synchronized FaultyLogStorage afterCrash(int unsyncedKept) {
        FaultyLogStorage after = new FaultyLogStorage();
        writes.subList(0, syncedWrites + unsyncedKept).forEach(write -> after.write(write, true));
        after.syncs = 0;
        return after;
    }

    @Override
    public synchronized void recover() {
        broken = false;
    }

    @Override
    public void forEach(StateTable table, BiConsumer<String, byte[]> entries) {
        stored.forEach(table, entries);
    }

    @Override
    public void readBatches(PartitionKey partition, long fromOffset, Predicate<RecordBatch> consumer) {
        stored.readBatches(partition, fromOffset, consumer);
    }

    @Override
    public synchronized void close() {
        closed = true; // what was written stays
    }

    public synchronized boolean isClosed() {
        return closed;
    }
}
