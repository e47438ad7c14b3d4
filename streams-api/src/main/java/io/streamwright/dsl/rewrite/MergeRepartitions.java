package io.streamwright.dsl.rewrite;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.plan.Effect;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.Repartition;
import io.streamwright.dsl.plan.Repartition.Payload;
import io.streamwright.dsl.plan.RepartitionRoute;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.settings.SerdePair;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the repartition steps below a change of keys by one directly below it.
 *
 * <p>A step is replaced if nothing between the change of keys and the step changes the type of values, as what is written then is
 * the same. Where streams with changed keys are merged first, the one step stands below the merge.
 *
 * <p>Owner: one rewriting.
 */
final class MergeRepartitions {
    private final Plan plan;
    private final Map<Integer, Set<Integer>> parents = new LinkedHashMap<>();
    private final List<Repartition> added = new ArrayList<>();
    private final Set<Integer> removed = new HashSet<>();

    private MergeRepartitions(Plan plan) {
        this.plan = plan;
        plan.nodes().forEach(node -> parents.put(node.id(), new LinkedHashSet<>(node.parents())));
    }

    /** Returns the plan with as few repartition steps as the rule makes. */
    static Plan in(Plan plan) {
        MergeRepartitions merging = new MergeRepartitions(plan);
        merging.placeBelowMerges(merging.byChangeOfKeys()).forEach(merging::replace);
        return merging.result();
    }

    /** Returns the repartition steps that may be replaced, by the change of keys that makes them necessary. */
    private Map<Integer, Set<Repartition>> byChangeOfKeys() {
        Map<Integer, Set<Repartition>> result = new LinkedHashMap<>();
        for (PlanNode node : plan.nodes()) {
            if (hasEffect(node.id(), Effect.CHANGES_KEYS)) {
                result.put(node.id(), new LinkedHashSet<>());
            } else if (node instanceof Repartition repartition && repartition.payload() == Payload.STREAM) {
                Integer keys = nearest(node.id(), id -> hasEffect(id, Effect.CHANGES_KEYS));
                Integer obstacle = nearest(node.id(), this::changesType);
                if (keys != null && keys.equals(obstacle)) {
                    requireNonNull(result.get(keys)).add(repartition);
                }
            }
        }
        return result;
    }

    private boolean changesType(int id) {
        return hasEffect(id, Effect.CHANGES_KEYS)
                || hasEffect(id, Effect.CHANGES_VALUES)
                || hasEffect(id, Effect.OPAQUE);
    }

    private boolean hasEffect(int id, Effect effect) {
        return plan.node(id) instanceof StreamStep step && step.effect() == effect;
    }

    /**
     * Moves steps from changes of keys to the merge below them, if all steps are below the merge; to the lowest, if there are
     * several.
     */
    private Map<Integer, Set<Repartition>> placeBelowMerges(Map<Integer, Set<Repartition>> byChangeOfKeys) {
        Map<Integer, Set<Repartition>> result = new LinkedHashMap<>(byChangeOfKeys);
        List<PlanNode> merges = plan.nodes().stream()
                .filter(node -> hasEffect(node.id(), Effect.MERGES))
                .sorted(Comparator.comparingInt(PlanNode::id).reversed())
                .toList();
        for (PlanNode merge : merges) {
            Set<Repartition> moved = new LinkedHashSet<>();
            for (Map.Entry<Integer, Set<Repartition>> entry : byChangeOfKeys.entrySet()) {
                int keys = entry.getKey();
                boolean mergeIsBelow = childOnTheWay(merge.id(), keys) != null;
                boolean allAreBelowMerge =
                        entry.getValue().stream().allMatch(step -> childOnTheWay(step.id(), merge.id()) != null);
                if (mergeIsBelow && allAreBelowMerge && result.containsKey(keys)) {
                    moved.addAll(requireNonNull(result.remove(keys)));
                }
            }
            result.put(merge.id(), moved);
        }
        return result;
    }

    /** Returns the child of an ancestor on the way down to a node, which may be the node itself; null if there is no way. */
    private @Nullable Integer childOnTheWay(int id, int ancestor) {
        return nearest(id, candidate -> parentsOf(candidate).contains(ancestor));
    }

    /**
     * Returns the first node that matches on the way up. Where ways part, the last one decides unless a parent itself matches: so
     * it is in Kafka Streams, whose topics keep their names when a program is ported.
     */
    private @Nullable Integer nearest(int start, IntPredicate matches) {
        if (matches.test(start)) {
            return start;
        }
        Integer found = null;
        for (int parent : parentsOf(start)) {
            if (matches.test(parent)) {
                return parent;
            }
            found = nearest(parent, matches);
        }
        return found;
    }

    private void replace(int origin, Set<Repartition> steps) {
        if (steps.isEmpty()) {
            return;
        }
        Repartition single = singleBelow(origin, steps);
        for (Repartition step : steps) {
            Integer child = childOnTheWay(step.id(), origin);
            // Without one, the step is below an operator that was moved together with an earlier step.
            if (child != null) {
                parentsOf(child).remove(origin);
                parentsOf(child).add(single.id());
            }
            bypass(step.id());
        }
        added.add(single);
        parents.put(single.id(), new LinkedHashSet<>(Set.of(origin)));
    }

    private Repartition singleBelow(int origin, Collection<Repartition> steps) {
        int id = 1 + parents.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        String topic = steps.iterator().next().route().topic();
        return new Repartition(
                id,
                plan.node(origin).turn(),
                List.of(origin),
                RepartitionRoute.namedAfter(topic),
                Payload.STREAM,
                knownSerdes(steps),
                null,
                OptionalInt.empty());
    }

    private static SerdePair<?, ?> knownSerdes(Collection<Repartition> steps) {
        Serde<?> key = null;
        Serde<?> value = null;
        for (Repartition step : steps) {
            key = key != null ? key : step.serdes().key();
            value = value != null ? value : step.serdes().value();
        }
        return new SerdePair<>(key, value);
    }

    private void bypass(int id) {
        removed.add(id);
        for (Set<Integer> others : parents.values()) {
            if (others.remove(id)) {
                others.addAll(parentsOf(id));
            }
        }
    }

    private Set<Integer> parentsOf(int id) {
        return requireNonNull(parents.getOrDefault(id, Set.of()));
    }

    private Plan result() {
        Map<Integer, PlanNode> nodes = new HashMap<>();
        plan.nodes().forEach(node -> nodes.put(node.id(), node));
        added.forEach(node -> nodes.put(node.id(), node));
        removed.forEach(nodes::remove);
        return Plan.of(nodes.values().stream().map(this::withItsParents).toList());
    }

    private PlanNode withItsParents(PlanNode node) {
        List<Integer> now = List.copyOf(parentsOf(node.id()));
        return now.equals(node.parents()) ? node : node.withParents(now);
    }
}
