package io.streamwright.log.embedded.simulation.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A process that leads shards, with a clock of its own.
 *
 * <p>Owner: one simulation.
 */
public final class Node extends Endpoint {
    private final int index;
    private final World world;
    private final Map<Integer, ShardLeader> leaders = new LinkedHashMap<>();
    private long clockOffsetMs;

    Node(String name, int index, World world) {
        super(name);
        this.index = index;
        this.world = world;
    }

    int index() {
        return index;
    }

    /** Returns what the node believes the time is. */
    long nowMs() {
        return world.time().nowMs() + clockOffsetMs;
    }

    void setClock(long offsetMs) {
        world.trace(name(), () -> "clock is off by " + offsetMs + " ms");
        clockOffsetMs = offsetMs;
    }

    @Nullable
    ShardLeader leaderOf(int shard) {
        return leaders.get(shard);
    }

    List<ShardLeader> leaders() {
        return List.copyOf(leaders.values());
    }

    void lead(int shard, int epoch) {
        ShardLeader former = leaders.get(shard);
        if (former != null) {
            former.stepDown("it is appointed anew");
        }
        ShardLeader leader = new ShardLeader(world, this, world.log(shard), epoch);
        leaders.put(shard, leader);
        leader.start();
    }

    void leadNoMore(ShardLeader leader) {
        leaders.remove(leader.shard(), leader);
    }

    void crash() {
        world.trace(name(), () -> "crashes");
        List<ShardLeader> lost = leaders();
        die();
        leaders.clear();
        lost.forEach(ShardLeader::crash);
        world.directory().nodeDied(this);
    }

    void restart() {
        world.trace(name(), () -> "is back");
        comeBack();
    }
}
