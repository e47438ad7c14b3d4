package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.protocol.Participant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Says who leads which shard and which partitions were deleted; sees to it that each shard gets a leader again.
 *
 * <p>Owner: one simulation. It is the one part of the world that does not fail, as its own replication is not what is tested.
 */
public final class Directory {
    private static final int LOOK_EVERY_MS = 150;

    private final World world;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Integer, Integer> leaders = new HashMap<>();
    private final Map<Integer, Loading> loading = new HashMap<>();
    private final Set<Participant> deleted = new HashSet<>();
    private final Set<Integer> deposed = new HashSet<>();
    private final int[] epochs;
    private boolean prompt;

    private record Loading(Node node, long life, int epoch) {}

    Directory(World world) {
        this.world = world;
        Layout layout = world.layout();
        this.epochs = new int[layout.shards()];
        for (int i = 0; i < layout.nodes(); i++) {
            nodes.add(new Node("node" + i, i, world));
        }
    }

    void start() {
        for (int shard = 0; shard < epochs.length; shard++) {
            appoint(shard, nodes.get(shard % nodes.size()));
        }
        look();
    }

    // ---- questions

    OptionalInt leaderOf(int shard) {
        Integer leader = leaders.get(shard);
        return leader == null ? OptionalInt.empty() : OptionalInt.of(leader);
    }

    Node node(int index) {
        return nodes.get(index);
    }

    public List<Node> nodes() {
        return nodes;
    }

    /** Returns whether it is certain that a participant does not exist any more and never will again. */
    public boolean isDeleted(Participant participant) {
        return deleted.contains(participant);
    }

    // ---- changes

    void delete(Participant participant) {
        world.trace("directory", () -> participant + " is deleted");
        deleted.add(participant);
    }

    /** A node is gone; its shards have no leader until the next look. */
    void nodeDied(Node node) {
        leaders.values().removeIf(leader -> leader == node.index());
        loading.values().removeIf(load -> load.node == node);
    }

    /** Makes another node, or the same again, the leader, whatever the present one thinks of it. */
    void failOver(int shard) {
        List<Node> living = nodes.stream().filter(Node::isUp).toList();
        if (!living.isEmpty()) {
            appoint(shard, living.get(world.time().between(0, living.size() - 1)));
        }
    }

    /** A leader has noticed that it is one no more. */
    void steppedDown(ShardLeader leader) {
        if (leaders.getOrDefault(leader.shard(), -1) == leader.node().index()
                && epochs[leader.shard()] == leader.epoch()) {
            leaders.remove(leader.shard());
        }
    }

    /** Takes the leader away from a shard, and appoints no other. */
    void depose(int shard) {
        leaders.remove(shard);
        loading.remove(shard);
        deposed.add(shard);
        nodes.stream()
                .map(node -> node.leaderOf(shard))
                .filter(Objects::nonNull)
                .toList()
                .forEach(leader -> leader.stepDown("it is deposed"));
    }

    /** Lets every shard have a leader again. */
    void appointLeaders() {
        deposed.clear();
    }

    private void appoint(int shard, Node node) {
        leaders.remove(shard);
        int epoch = ++epochs[shard];
        loading.put(shard, new Loading(node, node.life(), epoch));
        world.trace("directory", () -> node + " shall lead shard " + shard + " in epoch " + epoch);
        world.time().after(world.time().between(5, prompt ? 20 : 300), () -> load(shard, epoch));
    }

    private void load(int shard, int epoch) {
        Loading load = loading.get(shard);
        if (load == null || load.epoch != epoch) {
            return;
        }
        loading.remove(shard);
        if (load.node.isAliveIn(load.life)) {
            leaders.put(shard, load.node.index());
            load.node.lead(shard, epoch);
        }
    }

    private void look() {
        for (int shard = 0; shard < epochs.length; shard++) {
            boolean vacant = !deposed.contains(shard) && !leaders.containsKey(shard) && !loading.containsKey(shard);
            if (vacant && (prompt || world.time().happens(0.3))) {
                failOver(shard);
            }
        }
        world.time().after(LOOK_EVERY_MS, this::look);
    }

    /** Appoints leaders without delay from now on. */
    void hurry() {
        prompt = true;
    }
}
