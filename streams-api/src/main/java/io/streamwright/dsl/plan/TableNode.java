package io.streamwright.dsl.plan;

import io.streamwright.dsl.settings.Materialization;
import java.util.Optional;
import java.util.OptionalLong;

/** A node whose output is a table. Immutable. */
public sealed interface TableNode extends PlanNode
        permits TableSource, StreamTable, Aggregation, Cogroup, TableTransform, TableJoin, ForeignKeyJoin, Suppression {

    /** Returns the store that keeps the table in any case; empty if the program alone does not make it be kept. */
    Optional<Materialization> keptIn();

    /** Returns the store that keeps the table if an operator downstream needs it; empty if the table before it has to help. */
    default Optional<Materialization> keepableIn() {
        return Optional.empty();
    }

    /** Returns how long, in ms, windows take records after their end, if it is this node that puts records into windows. */
    default OptionalLong graceMs() {
        return OptionalLong.empty();
    }
}
