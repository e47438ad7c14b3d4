package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.TableOperation;
import io.streamwright.dsl.settings.Consumption;
import io.streamwright.dsl.settings.Materialization;
import java.util.List;
import java.util.Optional;

/**
 * Reads a topic as a table. Immutable.
 *
 * @param id identity
 * @param name the name of the table's node
 * @param sourceName the name of the source before it
 * @param topic the topic
 * @param consumption how it is read
 * @param operation takes records as updates
 * @param store how the table is kept, if it is named or somebody needs it
 * @param topicIsChangelog whether the store is restored from the topic, instead of a changelog of its own
 */
public record TableSource(
        int id,
        String name,
        String sourceName,
        String topic,
        Consumption consumption,
        TableOperation operation,
        Materialization store,
        boolean topicIsChangelog)
        implements TableNode {

    @Override
    public List<Integer> parents() {
        return List.of();
    }

    @Override
    public TableSource withParents(List<Integer> newParents) {
        throw new IllegalStateException("source " + name + " cannot get parents " + newParents);
    }

    /** Returns the same, restored from its topic. */
    public TableSource withTopicAsChangelog() {
        return new TableSource(id, name, sourceName, topic, consumption, operation, store, true);
    }

    @Override
    public Optional<Materialization> keptIn() {
        return store.isKept() ? Optional.of(store) : Optional.empty();
    }

    @Override
    public Optional<Materialization> keepableIn() {
        return Optional.of(store);
    }

    @Override
    public void match(Cases cases) {
        cases.tableSource(this);
    }
}
