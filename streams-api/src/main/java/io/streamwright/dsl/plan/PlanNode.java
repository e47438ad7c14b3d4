package io.streamwright.dsl.plan;

import java.util.List;

/** One call of the DSL, with all that is needed to make processors of it. Immutable. */
public sealed interface PlanNode
        permits StreamSource,
                StreamStep,
                StreamSink,
                StreamJoin,
                StreamTableJoin,
                Repartition,
                TableNode,
                Regrouping,
                GlobalStore,
                GlobalTableJoin,
                StoreDeclaration {

    /** Returns the node's identity: higher than those of all nodes that were recorded before. */
    int id();

    /** Returns the name by which children refer to it in the topology. */
    String name();

    /** Returns the identities of the nodes whose output it takes. */
    List<Integer> parents();

    /** Returns when it is added to the topology, as compared to other nodes whose parents are there. */
    default int turn() {
        return id();
    }

    /** Returns what it asks of its parent, a table, as to old values. */
    default OldValueDemand demand() {
        return OldValueDemand.NONE;
    }

    /** Returns the same below other parents. */
    PlanNode withParents(List<Integer> newParents);

    /** Calls the method for the kind of node. */
    void match(Cases cases);

    /** One method for each kind of node: a new kind breaks every caller at compile time. */
    interface Cases {
        /** For a source of a stream. */
        void streamSource(StreamSource node);

        /** For a source of a table. */
        void tableSource(TableSource node);

        /** For an operator on a stream. */
        void streamStep(StreamStep node);

        /** For the end of a stream in a topic. */
        void streamSink(StreamSink node);

        /** For the way through a repartition topic. */
        void repartition(Repartition node);

        /** For a table made of a stream. */
        void streamTable(StreamTable node);

        /** For a table of aggregates. */
        void aggregation(Aggregation node);

        /** For a table of aggregates of several streams. */
        void cogroup(Cogroup node);

        /** For a table made of another, row by row. */
        void tableTransform(TableTransform node);

        /** For a table whose updates are held back. */
        void suppression(Suppression node);

        /** For a join of two tables. */
        void tableJoin(TableJoin node);

        /** For a join of two tables by a foreign key. */
        void foreignKeyJoin(ForeignKeyJoin node);

        /** For a join of two streams. */
        void streamJoin(StreamJoin node);

        /** For a join of a stream with a table. */
        void streamTableJoin(StreamTableJoin node);

        /** For the way from rows to groups. */
        void regrouping(Regrouping node);

        /** For a topic that every instance reads into a store. */
        void globalStore(GlobalStore node);

        /** For a join of a stream with a global table. */
        void globalTableJoin(GlobalTableJoin node);

        /** For a store that the program brings. */
        void storeDeclaration(StoreDeclaration node);
    }
}
