package io.streamwright.log.embedded.simulation.cluster;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Requests to whoever leads a shard, and their replies.
 *
 * <p>Owner: one simulation.
 */
final class Calls {
    private static final int TIMEOUT_MS = 400;
    private static final int PAUSE_MS = 50;

    private final Scheduler time;
    private final Network network;
    private final Directory directory;

    Calls(Scheduler time, Network network, Directory directory) {
        this.time = time;
        this.network = network;
        this.directory = directory;
    }

    /**
     * What a leader does about a request.
     *
     * @param <O> the reply
     */
    interface Request<O> {
        void execute(ShardLeader leader, Consumer<O> reply);
    }

    /**
     * Sends a request.
     *
     * @param answer called once, unless the caller dies: with the reply, or with nothing if there was no leader, or no reply in time,
     *     so that nobody knows what happened
     */
    <O> void call(Endpoint caller, Mail mail, Supplier<String> what, Request<O> request, Consumer<Optional<O>> answer) {
        int shard = mail.shard();
        Once<O> once = new Once<>(caller, shard, answer);
        OptionalInt leader = caller.leaderOf(shard, directory);
        if (leader.isEmpty()) {
            time.after(PAUSE_MS, once::giveUp);
            return;
        }
        Node node = directory.node(leader.getAsInt());
        network.send(caller.name(), node.name(), mail, what, () -> arrive(caller, node, mail, what, request, once));
        time.after(TIMEOUT_MS, once::giveUp);
    }

    private <O> void arrive(
            Endpoint caller, Node node, Mail mail, Supplier<String> what, Request<O> request, Once<O> once) {
        if (!node.isUp()) {
            return;
        }
        ShardLeader leader = node.leaderOf(mail.shard());
        if (leader == null) {
            network.send(
                    node.name(),
                    caller.name(),
                    mail.reply(),
                    () -> "not the leader of shard " + mail.shard(),
                    once::giveUp);
            return;
        }
        request.execute(
                leader,
                outcome -> network.send(
                        node.name(),
                        caller.name(),
                        mail.reply(),
                        () -> outcome + " to " + what.get(),
                        () -> once.answer(Optional.of(outcome))));
    }

    private static final class Once<O> {
        private final Endpoint caller;
        private final long life;
        private final int shard;
        private final Consumer<Optional<O>> answer;
        private boolean done;

        Once(Endpoint caller, int shard, Consumer<Optional<O>> answer) {
            this.caller = caller;
            this.life = caller.life();
            this.shard = shard;
            this.answer = answer;
        }

        void giveUp() {
            if (!done) {
                caller.forgetLeaderOf(shard);
            }
            answer(Optional.empty());
        }

        void answer(Optional<O> outcome) {
            if (!done && caller.isAliveIn(life)) {
                done = true;
                answer.accept(outcome);
            }
        }
    }
}
