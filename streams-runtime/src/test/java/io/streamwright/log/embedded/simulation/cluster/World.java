package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.simulation.check.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The whole of a run: nodes and their disks, the network, the clients, what goes wrong, and those who watch.
 *
 * <p>Owner: one simulation.
 */
public final class World {
    private static final int TASKS = 2;
    /** Processes that may run the same task, and sometimes do at once. */
    private static final int RIVALS = 2;

    private final Scheduler time;
    private final Trace trace;
    private final Layout layout;
    private final Protocol protocol;
    private final Checks checks;
    private final Network network;
    private final Directory directory;
    private final Calls calls;
    private final List<ShardLog> logs;
    private final Disk durable;
    private final List<TaskClient> clients = new ArrayList<>();
    private final Nemesis nemesis;
    private boolean calm;
    private long calmSinceMs;

    /** Makes a world in which nothing has happened. */
    World(Scheduler time, Trace trace, Layout layout, FaultRates rates, Protocol protocol, Checks checks) {
        this.time = time;
        this.trace = trace;
        this.layout = layout;
        this.protocol = protocol;
        this.checks = checks;
        this.network = new Network(time, trace, rates);
        this.directory = new Directory(this);
        this.calls = new Calls(time, network, directory);
        this.logs = IntStream.range(0, layout.shards())
                .mapToObj(shard -> new ShardLog(shard, this))
                .toList();
        this.durable = new Disk(this, checks);
        this.nemesis = new Nemesis(this, rates);
        checks.watch(this);
    }

    /**
     * Makes a world whose shape and weather are drawn from a seed, and lets it begin.
     *
     * @param linesKept how many lines of trace to keep
     */
    public static World drawn(long seed, Protocol protocol, Checks checks, int linesKept) {
        Scheduler time = new Scheduler(seed);
        World world =
                new World(time, new Trace(linesKept), Layout.drawn(time), FaultRates.drawn(time), protocol, checks);
        world.start();
        return world;
    }

    /** Makes a world in which nothing goes wrong by itself and there is no client yet. */
    static World quiet(long seed, Layout layout, Protocol protocol, Checks checks, int linesKept) {
        Scheduler time = new Scheduler(seed);
        World world = new World(time, new Trace(linesKept), layout, FaultRates.NONE, protocol, checks);
        world.directory.start();
        return world;
    }

    private void start() {
        trace("world", () -> "" + layout);
        directory.start();
        for (int number = 0; number < TASKS; number++) {
            Task task = new Task(number, time.random().nextBoolean());
            for (int rival = 0; rival < RIVALS; rival++) {
                TaskClient client = new TaskClient("client" + number + (char) ('a' + rival), this, task);
                client.die();
                clients.add(client);
            }
        }
        favourites().forEach(TaskClient::start);
        nemesis.start();
    }

    // ---- parts

    Scheduler time() {
        return time;
    }

    public Layout layout() {
        return layout;
    }

    Protocol protocol() {
        return protocol;
    }

    Checks checks() {
        return checks;
    }

    Network network() {
        return network;
    }

    public Directory directory() {
        return directory;
    }

    Calls calls() {
        return calls;
    }

    ShardLog log(int shard) {
        return logs.get(shard);
    }

    /** Returns all that is durable. */
    public Disk durable() {
        return durable;
    }

    public List<Task> tasks() {
        return clients.stream().map(TaskClient::task).distinct().toList();
    }

    public List<TaskClient> clients() {
        return clients;
    }

    public Trace trace() {
        return trace;
    }

    void trace(String who, Supplier<String> what) {
        trace.add(time, who, what);
    }

    // ---- running

    /** Returns the true time in milliseconds. */
    public long nowMs() {
        return time.nowMs();
    }

    public long elapsedMs() {
        return time.elapsedMs();
    }

    public long steps() {
        return time.steps();
    }

    /** Lets the next thing happen, and checks. */
    public void step() {
        if (!time.step()) {
            throw new AssertionError("nothing is left to happen");
        }
        checks.stepDone();
    }

    /** Lets things happen for so long. */
    public void run(long forMs) {
        long endMs = time.nowMs() + forMs;
        while (time.nowMs() < endMs) {
            step();
        }
    }

    /** Checks what must hold when everything has come to rest. */
    public void checkAtRest() {
        checks.atRest();
    }

    // ---- calm

    /** Repairs everything; nothing goes wrong from now on. One client of each task goes on. */
    public void calmDown() {
        trace("world", () -> "faults stop");
        nemesis.stop();
        network.heal();
        directory.hurry();
        logs.forEach(log -> log.slowDown(1));
        for (Node node : directory.nodes()) {
            node.setClock(0);
            if (!node.isUp()) {
                node.restart();
            }
        }
        clients.forEach(TaskClient::resume);
        clients.stream()
                .filter(client -> client.isUp() && !favourites().contains(client))
                .forEach(TaskClient::crash);
        favourites().stream().filter(client -> !client.isUp()).forEach(TaskClient::start);
        calm = true;
        calmSinceMs = logs.stream().mapToLong(ShardLog::busyUntilMs).max().orElse(0);
        calmSinceMs = Math.max(calmSinceMs, time.nowMs());
    }

    /** Returns one client of each task. */
    public List<TaskClient> favourites() {
        return IntStream.range(0, TASKS)
                .mapToObj(number -> clients.get(number * RIVALS))
                .toList();
    }

    /** Returns how long faults have stopped for, counted from when slow disks have caught up. */
    public long calmForMs() {
        return calm ? Math.max(0, time.nowMs() - calmSinceMs) : 0;
    }

    /** Lets every client that is up finish what it is at; it begins nothing else. */
    public void retireClients() {
        trace("world", () -> "clients begin no further transaction");
        clients.forEach(TaskClient::retire);
    }

    /** Returns whether all clients are idle, and all that was decided is durable and delivered. */
    public boolean isAtRest() {
        return clients.stream().allMatch(client -> !client.isUp() || client.isIdle())
                && logs.stream().allMatch(ShardLog::isIdle)
                && durable.machines().coordinator().all().stream()
                        .noneMatch(metadata -> metadata.state() == TransactionState.ONGOING
                                || metadata.state().isPrepared());
    }

    /** Returns the coordinator that leads its shard now; null if none does. */
    public @Nullable CoordinatorInOffice coordinatorInOffice() {
        OptionalInt node = directory.leaderOf(Layout.COORDINATOR_SHARD);
        ShardLeader leader =
                node.isEmpty() ? null : directory.node(node.getAsInt()).leaderOf(Layout.COORDINATOR_SHARD);
        return leader == null ? null : new CoordinatorInOffice(leader);
    }
}
