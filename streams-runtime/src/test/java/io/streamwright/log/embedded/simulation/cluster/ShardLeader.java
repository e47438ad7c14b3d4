package io.streamwright.log.embedded.simulation.cluster;

import java.util.List;

/**
 * Whoever leads a shard: holds its state machines in memory, writes what they decide, and lets nobody see an outcome before all
 * that was decided up to it is durable.
 *
 * <p>Owner: one simulation.
 */
public final class ShardLeader {
    private final World world;
    private final Node node;
    private final ShardLog log;
    private final int epoch;
    private final Machines machines;
    private final Coordination coordination;
    private final Participation participation;
    private boolean active = true;

    ShardLeader(World world, Node node, ShardLog log, int epoch) {
        this.world = world;
        this.node = node;
        this.log = log;
        this.epoch = epoch;
        this.machines = log.claim(epoch);
        world.durable().checkRecovered(machines, log.shard());
        this.participation = new Participation(world, this);
        this.coordination = new Coordination(world, this);
    }

    void start() {
        world.trace(node.name(), () -> "leads shard " + shard() + " in epoch " + epoch);
        participation.start();
        if (shard() == Layout.COORDINATOR_SHARD) {
            coordination.start();
        }
    }

    int shard() {
        return log.shard();
    }

    int epoch() {
        return epoch;
    }

    Node node() {
        return node;
    }

    boolean isActive() {
        return active;
    }

    Machines machines() {
        return machines;
    }

    Coordination coordination() {
        return coordination;
    }

    Participation participation() {
        return participation;
    }

    /**
     * Writes what was decided, and applied, behind everything else that was.
     *
     * @param records what; nothing at all to be told when all that came before is durable
     * @param whenDurable not called if the leader is one no more by then
     */
    void write(List<StoredRecord> records, Runnable whenDurable) {
        log.write(this, records, () -> {
            if (active) {
                whenDurable.run();
            }
        });
    }

    boolean isAllDurable() {
        return log.isIdle();
    }

    /** Does something later, and again and again, as long as it leads. */
    void every(int firstMs, int lastMs, Runnable action) {
        world.time().after(world.time().between(firstMs, lastMs), () -> {
            if (active) {
                action.run();
                every(firstMs, lastMs, action);
            }
        });
    }

    /** Leads no more: somebody else does, or will. */
    void stepDown(String reason) {
        if (active) {
            world.trace(node.name(), () -> "leads shard " + shard() + " no more: " + reason);
            active = false;
            log.lose(this);
            node.leadNoMore(this);
            world.directory().steppedDown(this);
        }
    }

    /** Its node has died. */
    void crash() {
        active = false;
        log.lose(this);
    }
}
