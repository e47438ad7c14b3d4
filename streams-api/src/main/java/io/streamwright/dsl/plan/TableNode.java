package io.streamwright.dsl.plan;

import io.streamwright.dsl.settings.Materialization;
import java.util.Optional;

/** A node whose output is a table. Immutable. */
public sealed interface TableNode extends PlanNode
        permits TableSource, StreamTable, Aggregation, TableTransform, TableJoin, Suppression {

    /** Returns the store that keeps the table in any case; empty if the program alone does not make it be kept. */
    Optional<Materialization> keptIn();

    /** Returns the store that keeps the table if an operator downstream needs it; empty if the table before it has to help. */
    default Optional<Materialization> keepableIn() {
        return Optional.empty();
    }
}
