package io.streamwright.log.embedded.simulation.cluster;

import io.streamwright.log.embedded.coordinator.TransactionMetadata;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.group.GroupState;
import io.streamwright.log.embedded.partition.PartitionState;
import io.streamwright.log.embedded.protocol.GroupId;
import io.streamwright.log.embedded.protocol.Participant;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.simulation.check.Checks;
import io.streamwright.log.embedded.simulation.cluster.Mail.Subject;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * A cluster in which nothing goes wrong but what a test asks for, step by step; all checks watch it.
 *
 * <p>Owner: one test.
 */
public final class Scenario {
    public static final PartitionId P0 = Layout.PARTITIONS.get(0);
    public static final PartitionId P1 = Layout.PARTITIONS.get(1);
    public static final GroupId GROUP = Layout.GROUPS.get(0);
    private static final long PATIENCE_MS = 30_000;
    private static final int LINES_KEPT = 300;

    private final World world;
    private int clients;

    private Scenario(World world) {
        this.world = world;
    }

    /** Makes a cluster of three nodes, in which every partition, group and the coordinator has a disk of its own. */
    public static Scenario of(long seed) {
        return of(seed, Layout.manyDisks(3), Protocol.CORRECT);
    }

    /** Makes a cluster of one node, on which every shard stays whatever happens, so that what was sent to it still arrives. */
    public static Scenario onOneNode(long seed) {
        return of(seed, Layout.manyDisks(1), Protocol.CORRECT);
    }

    /** Makes a cluster as asked for. */
    public static Scenario of(long seed, Layout layout, Protocol protocol) {
        World world = World.quiet(seed, layout, protocol, Checks.all(), LINES_KEPT);
        Scenario scenario = new Scenario(world);
        scenario.runUntil(scenario::isLed);
        return scenario;
    }

    private boolean isLed() {
        return world.layout().shardOf().keySet().stream()
                        .allMatch(participant -> leaderOf(participant).isPresent())
                && world.coordinatorInOffice() != null;
    }

    /** Makes a client that does what it is told to. */
    public Actor client(String transactionalId) {
        return new Actor("actor" + clients++, this, world, transactionalId);
    }

    // ---- time

    /** Lets time pass. */
    public void pass(long forMs) {
        world.run(forMs);
    }

    /** Lets time pass until something holds. */
    public void runUntil(BooleanSupplier condition) {
        long endMs = world.nowMs() + PATIENCE_MS;
        while (!condition.getAsBoolean()) {
            if (world.nowMs() > endMs) {
                throw new AssertionError("still not so after " + PATIENCE_MS + " ms:\n"
                        + String.join("\n", world.trace().lines()));
            }
            world.step();
        }
    }

    /** Lets time pass until no transaction is open and no marker is missing; and fails if that takes long. */
    public void comesToRest() {
        runUntil(world::isAtRest);
        world.checkAtRest();
    }

    // ---- what goes wrong

    /** Stops all requests about something. */
    public Network.Held hold(Subject subject) {
        return world.network().hold(mail -> mail.subject() == subject && !mail.isReply());
    }

    /** Stops all requests about something to a participant. */
    public Network.Held hold(Subject subject, Participant to) {
        int shard = world.layout().shardOf(to);
        return world.network().hold(mail -> mail.subject() == subject && !mail.isReply() && mail.shard() == shard);
    }

    /** Stops all answers to requests about something. */
    public Network.Held holdReplies(Subject subject) {
        return world.network().hold(mail -> mail.subject() == subject && mail.isReply());
    }

    /** Lets time pass until so many messages were stopped. */
    public void runUntilHeld(Network.Held held, int count) {
        runUntil(() -> held.count() >= count);
    }

    /** Delivers what was stopped, each so many times; stops no more. */
    public void deliver(Network.Held held, int times) {
        world.network().deliver(held, times);
    }

    /** Loses what was stopped, unless it is delivered later; stops no more. */
    public void lose(Network.Held held) {
        world.network().letThrough(held);
    }

    /** Gives the coordinator's shard to another node, or to the same again. */
    public void failOverCoordinator() {
        failOver(Layout.COORDINATOR_SHARD);
    }

    /** Gives a participant's shard to another node, or to the same again. */
    public void failOver(Participant participant) {
        failOver(world.layout().shardOf(participant));
    }

    private void failOver(int shard) {
        world.directory().failOver(shard);
        runUntil(() -> world.directory().leaderOf(shard).isPresent());
    }

    /** Takes the leader away from a participant, and lets nobody else lead it. */
    public void depose(Participant participant) {
        world.directory().depose(world.layout().shardOf(participant));
    }

    /** Takes the coordinator away, and lets there be no other. */
    public void deposeCoordinator() {
        world.directory().depose(Layout.COORDINATOR_SHARD);
    }

    /** Lets every shard get a leader again. */
    public void appointLeaders() {
        world.directory().appointLeaders();
        runUntil(this::isLed);
    }

    /** Kills the node that leads a participant, with all that is not synced; it comes back at once. */
    public void crash(Participant participant) {
        crash(world.layout().shardOf(participant));
    }

    /** Kills the node of the coordinator, with all that is not synced; it comes back at once. */
    public void crashCoordinator() {
        crash(Layout.COORDINATOR_SHARD);
    }

    private void crash(int shard) {
        Node node = world.directory().node(world.directory().leaderOf(shard).orElseThrow());
        node.crash();
        node.restart();
        runUntil(this::isLed);
    }

    /** Lets every write of the coordinator's disk fail, or succeed again. */
    public void coordinatorDiskFails(boolean fails) {
        world.log(Layout.COORDINATOR_SHARD).fail(fails);
    }

    /** Sets the clocks of all nodes. */
    public void setClocks(long offsetMs) {
        world.directory().nodes().forEach(node -> node.setClock(offsetMs));
    }

    /** Removes a partition for ever. */
    public void delete(PartitionId partition) {
        world.directory().delete(partition);
    }

    // ---- what is there

    /** Returns what the disk knows of a transactional id. */
    public TransactionMetadata known(String transactionalId) {
        return world.durable()
                .machines()
                .coordinator()
                .find(transactionalId)
                .orElseThrow(() -> new AssertionError("nothing is known of " + transactionalId));
    }

    /** Returns whether the disk knows anything of a transactional id. */
    public boolean isKnown(String transactionalId) {
        return world.durable().machines().coordinator().find(transactionalId).isPresent();
    }

    /** Lets time pass until a transactional id is in a state on disk. */
    public void runUntil(String transactionalId, TransactionState state) {
        runUntil(() -> known(transactionalId).state() == state);
    }

    /** Returns a partition as it is on disk. */
    public PartitionState partition(PartitionId id) {
        return world.durable().machines().partition(id);
    }

    /** Returns a partition as its leader has it in memory, after recovery from what is stored. */
    public PartitionState recovered(PartitionId id) {
        int shard = world.layout().shardOf(id);
        ShardLeader leader = world.directory()
                .node(world.directory().leaderOf(shard).orElseThrow())
                .leaderOf(shard);
        return Objects.requireNonNull(leader, "the leader does not lead")
                .machines()
                .partition(id);
    }

    /** Returns what read-committed readers have seen. */
    public List<Long> read(PartitionId partition) {
        return world.durable().read(partition);
    }

    /** Returns the group as it is on disk. */
    public GroupState group() {
        return world.durable().machines().group(GROUP);
    }

    /** Returns what the group has committed of {@link Actor#SOURCE}; empty if nothing. */
    public OptionalLong committedOffset() {
        OffsetAndMetadata committed = group().committed().get(Actor.SOURCE);
        return committed == null ? OptionalLong.empty() : OptionalLong.of(committed.offset());
    }

    /** Returns the epoch of the coordinator on disk. */
    public int coordinatorEpoch() {
        return world.durable().machines().coordinator().coordinatorEpoch();
    }

    static <O> O present(Optional<O> answer) {
        return answer.orElseThrow(() -> new AssertionError("no answer"));
    }

    private OptionalInt leaderOf(Participant participant) {
        return world.directory().leaderOf(world.layout().shardOf(participant));
    }
}
