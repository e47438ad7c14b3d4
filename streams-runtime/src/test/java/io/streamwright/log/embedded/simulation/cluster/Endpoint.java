package io.streamwright.log.embedded.simulation.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Somebody on the network, who may die and come back: what was sent to an earlier life does not reach the next.
 *
 * <p>Owner: one simulation.
 */
abstract class Endpoint {
    private final String name;
    private final Map<Integer, Integer> knownLeaders = new HashMap<>();
    private long life = 1;
    private boolean up = true;

    Endpoint(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    boolean isUp() {
        return up;
    }

    long life() {
        return life;
    }

    boolean isAliveIn(long formerLife) {
        return up && life == formerLife;
    }

    void die() {
        up = false;
        life++;
        knownLeaders.clear();
    }

    void comeBack() {
        up = true;
    }

    /** Returns who leads a shard as far as is known here, which may be out of date; asks the directory if nothing is. */
    OptionalInt leaderOf(int shard, Directory directory) {
        Integer known = knownLeaders.get(shard);
        if (known != null) {
            return OptionalInt.of(known);
        }
        OptionalInt leader = directory.leaderOf(shard);
        leader.ifPresent(node -> knownLeaders.put(shard, node));
        return leader;
    }

    void forgetLeaderOf(int shard) {
        knownLeaders.remove(shard);
    }

    @Override
    public String toString() {
        return name;
    }
}
