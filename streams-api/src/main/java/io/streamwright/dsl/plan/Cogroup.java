package io.streamwright.dsl.plan;

import io.streamwright.dsl.settings.Materialization;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Passes on the updates of several steps that aggregate into one store; always kept. Immutable.
 *
 * @param id identity
 * @param name the node's name
 * @param parents the steps that aggregate, one for each stream
 * @param store how the aggregates are kept
 * @param graceMs how long windows take records after their end; empty if there are no windows
 */
public record Cogroup(int id, String name, List<Integer> parents, Materialization store, OptionalLong graceMs)
        implements TableNode {

    /** Copies the parents. */
    public Cogroup {
        parents = List.copyOf(parents);
    }

    @Override
    public Cogroup withParents(List<Integer> newParents) {
        return new Cogroup(id, name, newParents, store, graceMs);
    }

    @Override
    public Optional<Materialization> keptIn() {
        return Optional.of(store);
    }

    @Override
    public void match(Cases cases) {
        cases.cogroup(this);
    }
}
