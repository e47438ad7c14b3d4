package io.streamwright.dsl.plan;

import io.streamwright.state.StoreBuilder;
import java.util.List;

/**
 * Adds a store of the program's, for its processors. Immutable, but for the builder.
 *
 * @param id identity
 * @param builder makes the store
 */
public record StoreDeclaration(int id, StoreBuilder<?> builder) implements PlanNode {

    @Override
    public String name() {
        return builder.name();
    }

    @Override
    public List<Integer> parents() {
        return List.of();
    }

    @Override
    public StoreDeclaration withParents(List<Integer> newParents) {
        throw new IllegalStateException("store " + name() + " cannot get parents " + newParents);
    }

    @Override
    public void match(Cases cases) {
        cases.storeDeclaration(this);
    }
}
