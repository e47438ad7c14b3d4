package io.streamwright.log.embedded.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The storm has every fault in it, and leads to every answer of the protocol: otherwise runs would pass for want of trouble. */
class EveryFaultStrikesTest {
    private static final int SEEDS = 150;

    /** What has to stand in some line of some trace. */
    private static final List<String> HAPPENINGS = List.of(
            // faults
            " -x ",
            "(a second time)",
            "cut between",
            "crashes",
            "leads shard",
            "no more: the log has a newer leader",
            "clock is off by",
            "hangs for",
            "unsynced writes 0 are durable",
            "unsynced writes 1 are durable",
            "t2-0 is deleted",
            "opens anew as p",
            // what the coordinator writes
            "by OWNER",
            "by TIMEOUT",
            "by TAKEOVER",
            "IdExpired",
            "ProducersExpired",
            "ProducerExpired",
            // answers
            "AlreadyEnded",
            "StaleCoordinator",
            "TryLater[state=PREPARE_COMMIT] to init",
            "TryLater[state=PREPARE_ABORT] to init",
            "TryLater[state=PREPARE_COMMIT] to add",
            "TimedOut[",
            "Fenced[current=p",
            "Fenced[claimed=p",
            "UnknownIdentity",
            "ConcurrentTransactionsException",
            "InvalidProducerEpochException",
            "OutOfOrderSequenceException",
            "UnknownTopicOrPartitionException",
            "CommitFailedException",
            "Unstable",
            "Full[");

    @Test
    void storm_hasEverythingInIt() {
        // given
        Set<String> missing = new LinkedHashSet<>(HAPPENINGS);
        Simulation simulation = Simulation.ofTheProtocol();
        // when
        for (long seed = 0; seed < SEEDS && !missing.isEmpty(); seed++) {
            List<String> trace = simulation.replay(seed, Integer.MAX_VALUE);
            missing.removeIf(what -> trace.stream().anyMatch(line -> line.contains(what)));
        }
        // then
        assertThat(missing).isEmpty();
    }
}
