package io.streamwright.log.embedded.simulation.broken;

import io.streamwright.log.embedded.simulation.check.Checks;
import io.streamwright.log.embedded.simulation.cluster.Protocol;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A rule that makes the protocol right, and what becomes of it when it is broken. Immutable.
 *
 * @param name what is wrong then
 * @param protocol the protocol without this rule
 * @param checks under which it is to be found
 * @param foundBy names of the checks, or of the state machines' exceptions, one of which has to catch it
 */
public record BrokenRule(String name, Protocol protocol, Supplier<Checks> checks, Set<String> foundBy) {
    public BrokenRule {
        foundBy = Set.copyOf(foundBy);
    }

    /** Returns all that are tried, many of them as they were met elsewhere. */
    public static List<BrokenRule> all() {
        return List.of(
                seen(
                        "KAFKA-19999: a redelivered marker is refused as its epoch is not greater",
                        new StrictMarkerEpoch(true),
                        "Convergence",
                        "RetriesSucceed"),
                seen(
                        "KAFKA-19999: ... and the coordinator forgets the transaction whose marker was refused",
                        new StrictMarkerEpoch(false),
                        "Convergence",
                        "RetriesSucceed"),
                checked(
                        "KAFKA-19446: a late marker of one transaction ends the next",
                        new OldMarkerEndsNew(),
                        "S2MarkerEndsTheTransactionItNames"),
                checked(
                        "KAFKA-12671: a late batch of a fenced producer lands in its successor's transaction",
                        new FencedAppends(),
                        "S6OldEpochIsRefused"),
                seen("KAFKA-12671: ... as readers see it", new FencedAppends(), "SequentialModel"),
                checked(
                        "markers are sent while a crash can still undo the decision",
                        new MarkersBeforeSync(),
                        "S1DecisionIsDurableAndFinal"),
                checked(
                        "KAFKA-20734: a partition without a leader counts as told",
                        new UnavailableIsDeleted(false),
                        "S8CompleteWhenEverybodyWasTold",
                        "L5NothingHangs"),
                seen(
                        "KAFKA-20734: ... and the next transaction's data joins the one that was left open",
                        new UnavailableIsDeleted(true),
                        "SequentialModel",
                        "Convergence",
                        "RetriesSucceed"),
                checked(
                        "readers pass the first record of an open transaction",
                        new StableOffsetIsTheEnd(),
                        "S1DecisionIsDurableAndFinal"),
                checked(
                        "a commit that is asked for again, as its answer was lost, aborts what is committed",
                        new RepeatedEndAborts(),
                        "S1DecisionIsDurableAndFinal"),
                checked(
                        "KAFKA-16352: a coordinator that was replaced goes on to decide",
                        new OldLeadersWrite(),
                        "S7CoordinatorEpochOnlyRises",
                        "S1DecisionIsDurableAndFinal",
                        "IllegalStateException"),
                checked(
                        "a partition takes the first batch of a transaction without asking for it to be listed",
                        new NotListed(),
                        "S10ListedBeforeFirstByte"),
                checked("two clients get the same identity", new SameIdentityAgain(), "S12IdentityIsGivenOnce"),
                seen("a batch that arrives twice is stored twice", new DuplicateAppends(), "SequentialModel"));
    }

    /** Watched by all checks. */
    private static BrokenRule checked(String name, Protocol protocol, String... foundBy) {
        return new BrokenRule(name, protocol, Checks::all, Set.of(foundBy));
    }

    /** Watched from outside: by what clients are answered and readers see. */
    private static BrokenRule seen(String name, Protocol protocol, String... foundBy) {
        return new BrokenRule(name, protocol, Checks::ofWhatIsSeen, Set.of(foundBy));
    }

    @Override
    public String toString() {
        return name;
    }
}
