package io.streamwright.dsl.plan;

import io.streamwright.dsl.settings.Consumption;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.state.StoreBuilder;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads a whole topic into a store of every instance: a global table, or a store that a processor of the program keeps. Immutable.
 *
 * @param id identity
 * @param name the name of the processor that keeps the store
 * @param sourceName the name of the source before it
 * @param topic the topic
 * @param consumption how it is read; the offset reset is left aside, as all of it is read
 * @param work keeps the store
 * @param builder returns the builder of the store
 */
public record GlobalStore(
        int id,
        String name,
        String sourceName,
        String topic,
        Consumption consumption,
        ProcessorSupplier<?, ?, ?, ?> work,
        Supplier<? extends StoreBuilder<?>> builder)
        implements PlanNode {

    @Override
    public List<Integer> parents() {
        return List.of();
    }

    @Override
    public GlobalStore withParents(List<Integer> newParents) {
        throw new IllegalStateException("global store of topic " + topic + " cannot get parents " + newParents);
    }

    @Override
    public void match(Cases cases) {
        cases.globalStore(this);
    }
}
