package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.TableNode;
import io.streamwright.dsl.plan.TableTransform;
import io.streamwright.dsl.settings.Materialization;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/**
 * Finds out which tables have versions of their rows (KIP-914): those whose store is versioned, and those that are made of such a table row
 * by row and are not kept themselves.
 *
 * <p>Thread-safe: holds nothing.
 */
public final class TableVersions {

    private TableVersions() {}

    /**
     * Returns how long a table knows older versions of its rows.
     *
     * @param nodes finds nodes of the program
     * @param id the table
     * @return in ms of stream time; empty if it has no versions
     */
    public static OptionalLong historyRetentionMs(IntFunction<PlanNode> nodes, int id) {
        if (!(nodes.apply(id) instanceof TableNode table)) {
            return OptionalLong.empty();
        }
        Optional<Materialization> store = table.keptIn().or(table::keepableIn);
        if (store.isPresent()) {
            return store.get().historyRetentionMs();
        }
        return table instanceof TableTransform transform
                ? historyRetentionMs(nodes, transform.parents().get(0))
                : OptionalLong.empty();
    }
}
