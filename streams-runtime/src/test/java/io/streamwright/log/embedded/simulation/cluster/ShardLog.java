package io.streamwright.log.embedded.simulation.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The disk of a shard, or the replicas of its log: writes become durable one after the other, each whole or not at all; a crash
 * loses those that were not synced, but for some of the first of them. It takes writes of its latest leader only.
 *
 * <p>Owner: one simulation.
 */
final class ShardLog {
    private final int shard;
    private final World world;
    private final List<byte[]> frames = new ArrayList<>();
    private final List<Write> unsynced = new ArrayList<>();
    private int leaderEpoch;
    private long busyUntilMs;
    private int slowness = 1;
    private boolean fails;

    private record Write(ShardLeader leader, List<StoredRecord> records, Runnable whenDurable) {}

    ShardLog(int shard, World world) {
        this.shard = shard;
        this.world = world;
    }

    int shard() {
        return shard;
    }

    /** Makes every write take so many times longer. */
    void slowDown(int factor) {
        slowness = factor;
    }

    /** Returns when all that is being written will be durable. */
    long busyUntilMs() {
        return busyUntilMs;
    }

    /** Makes every write fail, or succeed again. */
    void fail(boolean failing) {
        fails = failing;
    }

    // ---- writing

    /**
     * Writes behind everything that was written before.
     *
     * @param records what; nothing at all makes it a barrier
     * @param whenDurable called unless the write is lost or the leader is not the leader any more
     */
    void write(ShardLeader leader, List<StoredRecord> records, Runnable whenDurable) {
        Write write = new Write(leader, records, whenDurable);
        unsynced.add(write);
        long takesMs = records.isEmpty() ? 0 : (long) world.time().between(1, 4) * slowness;
        busyUntilMs = Math.max(busyUntilMs, world.time().nowMs()) + takesMs;
        world.time().after(busyUntilMs - world.time().nowMs(), () -> sync(write));
    }

    private void sync(Write write) {
        if (!unsynced.remove(write)) {
            return; // lost, or saved by the crash that came before
        }
        if (isReplaced(write.leader)) {
            write.leader.stepDown("the log has a newer leader");
            return;
        }
        if (fails && !write.records.isEmpty()) {
            write.leader.stepDown("a write has failed");
            return;
        }
        store(write);
        write.whenDurable.run();
    }

    private boolean isReplaced(ShardLeader leader) {
        return leader.epoch() < leaderEpoch && world.protocol().logRefusesOldLeaders(shard);
    }

    private void store(Write write) {
        if (!write.records.isEmpty()) {
            frames.add(Frame.encode(write.records));
            world.durable().wrote(write.leader.epoch(), write.records);
        }
    }

    /** Returns whether every write was synced. */
    boolean isIdle() {
        return unsynced.isEmpty();
    }

    // ---- crashes and fail-overs

    /** Decides what becomes of the writes of a leader that is gone: the first few may have reached the disk, and half of one. */
    void lose(ShardLeader leader) {
        List<Write> pending =
                unsynced.stream().filter(write -> write.leader == leader).toList();
        unsynced.removeAll(pending);
        if (isReplaced(leader) || fails) {
            return;
        }
        int kept = pending.isEmpty() ? 0 : world.time().between(0, pending.size());
        pending.subList(0, kept).forEach(this::store);
        if (kept < pending.size() && !pending.get(kept).records.isEmpty()) {
            byte[] torn = Frame.encode(pending.get(kept).records);
            frames.add(Arrays.copyOf(torn, world.time().between(0, torn.length - 1)));
        }
        if (!pending.isEmpty()) {
            world.trace("shard" + shard, () -> "of " + pending.size() + " unsynced writes " + kept + " are durable");
        }
    }

    /**
     * Takes a new leader; nothing of an older one is taken from now on.
     *
     * @return the state machines as they are stored
     */
    Machines claim(int epoch) {
        if (world.protocol().logRefusesOldLeaders(shard)) {
            unsynced.stream().map(Write::leader).distinct().toList().forEach(this::lose);
        }
        leaderEpoch = epoch;
        return recover();
    }

    private Machines recover() {
        ShardRecovery recovery = new ShardRecovery();
        for (byte[] frame : List.copyOf(frames)) {
            Optional<List<StoredRecord>> records = Frame.decode(frame);
            if (records.isPresent()) {
                records.get().forEach(recovery::read);
            } else {
                frames.remove(frame); // cut off: whoever wrote it never heard that it was durable
            }
        }
        return recovery.machines(world.time().random());
    }
}
