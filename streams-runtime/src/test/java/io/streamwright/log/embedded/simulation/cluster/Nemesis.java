package io.streamwright.log.embedded.simulation.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * Sees to it that things go wrong: crashes, fail-overs, cuts in the network, clocks that jump, disks that crawl, clients that hang or
 * meet a rival, a topic that is deleted.
 *
 * <p>Owner: one simulation.
 */
final class Nemesis {
    private static final long DAY_MS = 86_400_000;

    private final World world;
    private final Scheduler time;
    private final FaultRates rates;
    private boolean stopped;

    Nemesis(World world, FaultRates rates) {
        this.world = world;
        this.time = world.time();
        this.rates = rates;
    }

    void start() {
        if (rates.disasterEveryMs() > 0) {
            time.after(time.between(1, 2 * rates.disasterEveryMs()), this::strike);
        }
    }

    void stop() {
        stopped = true;
    }

    private void strike() {
        if (stopped) {
            return;
        }
        switch (time.between(0, 13)) {
            case 0, 1 -> crash(node());
            case 11, 12 ->
                world.directory()
                        .leaderOf(Layout.COORDINATOR_SHARD)
                        .ifPresent(node -> crash(world.directory().node(node)));
            case 2, 3 ->
                world.directory().failOver(time.between(0, world.layout().shards() - 1));
            case 4 -> world.directory().failOver(Layout.COORDINATOR_SHARD);
            case 5 -> cutNetwork();
            case 6 -> jumpClock();
            case 7 -> slowDisk();
            case 8 -> crashClient();
            case 9 -> client().pause(time.between(500, 9_000));
            case 10 -> startRival();
            default -> {
                if (time.happens(0.15)) {
                    world.directory().delete(Layout.DELETABLE);
                }
            }
        }
        start();
    }

    private TaskClient client() {
        List<TaskClient> clients = world.clients();
        return clients.get(time.between(0, clients.size() - 1));
    }

    private Node node() {
        List<Node> nodes = world.directory().nodes();
        return nodes.get(time.between(0, nodes.size() - 1));
    }

    private void crash(Node node) {
        if (node.isUp()) {
            node.crash();
            time.after(time.between(50, 4_000), () -> {
                if (!node.isUp()) {
                    node.restart();
                }
            });
        }
    }

    private void cutNetwork() {
        List<String> names = new ArrayList<>();
        world.directory().nodes().forEach(node -> names.add(node.name()));
        world.clients().forEach(client -> names.add(client.name()));
        String one = node().name();
        String other = names.get(time.between(0, names.size() - 1));
        if (!one.equals(other)) {
            world.network().cut(one, other);
            time.after(time.between(300, 8_000), () -> world.network().join(one, other));
        }
    }

    private void jumpClock() {
        long span = switch (time.between(0, 3)) {
            case 0 -> 200;
            case 1 -> 10_000;
            case 2 -> 600_000;
            default -> DAY_MS;
        };
        node().setClock((long) ((time.random().nextDouble() * 2 - 1) * span));
    }

    private void slowDisk() {
        boolean coordinators = time.random().nextBoolean();
        ShardLog log = world.log(
                coordinators
                        ? Layout.COORDINATOR_SHARD
                        : time.between(0, world.layout().shards() - 1));
        log.slowDown(time.between(10, 200));
        time.after(time.between(300, 3_000), () -> log.slowDown(1));
    }

    private void crashClient() {
        TaskClient client = client();
        if (client.isUp()) {
            client.crash();
            time.after(time.between(50, 3_000), () -> {
                if (!client.isUp() && !stopped) {
                    client.start();
                }
            });
        }
    }

    /** A second process takes a task over while the first still works on it. */
    private void startRival() {
        TaskClient client = client();
        if (!client.isUp()) {
            client.start();
            time.after(time.between(200, 4_000), () -> {
                if (client.isUp() && !stopped) {
                    client.crash();
                }
            });
        }
    }
}
