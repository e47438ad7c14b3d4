package io.streamwright.dsl;

import io.streamwright.dsl.plan.Cogroup;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.StreamJoin;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.state.StoreBuilder;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Knows the stores that several processors of one operator use: each has one builder, which all of them bring along.
 *
 * <p>Owner: one build of a program.
 */
final class SharedStores {
    /** By identity: two stores of one name are a mistake of the program, which is to be found. */
    private final IdentityHashMap<Materialization, StoreBuilder<?>> builders = new IdentityHashMap<>();

    /** The stores of steps that are recorded before the operator they belong to, by the step's identity. */
    private final Map<Integer, Materialization> ofSteps = new HashMap<>();

    private SharedStores() {}

    static SharedStores in(Plan plan) {
        SharedStores stores = new SharedStores();
        plan.inTurn().forEach(stores::take);
        return stores;
    }

    private void take(PlanNode node) {
        if (node instanceof Cogroup cogroup) {
            cogroup.parents().forEach(step -> ofSteps.put(step, cogroup.store()));
        } else if (node instanceof StreamJoin join) {
            ofSteps.put(join.left(), join.stores().left());
            if (!join.hasOneStore()) {
                ofSteps.put(join.right(), join.stores().right());
            }
        }
    }

    /** Returns the builders of the stores that a step uses as a part of an operator. */
    List<StoreBuilder<?>> of(StreamStep step) {
        Materialization store = ofSteps.get(step.id());
        return store == null ? List.of() : List.of(builder(store));
    }

    /** Returns the one builder of a store. */
    StoreBuilder<?> builder(Materialization store) {
        return builders.computeIfAbsent(store, kept -> kept.builder().get());
    }
}
