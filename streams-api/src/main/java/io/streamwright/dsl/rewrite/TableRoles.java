package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.plan.Materialization;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.TableNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out which tables are kept in stores and which send old values.
 *
 * <p>A grouping of rows cannot do without old values, so it makes a table be kept that otherwise would not be. A filter is content
 * with what there is when it is added. Demands are met in the order of the program, as a later one may find what an earlier one
 * brought about.
 *
 * <p>Owner: one rewriting.
 */
public final class TableRoles {
    private final Plan plan;
    private final Map<Integer, Materialization> kept = new HashMap<>();
    private final Set<Integer> sending = new HashSet<>();
    private final Set<Integer> knowing = new HashSet<>();

    private TableRoles(Plan plan) {
        this.plan = plan;
    }

    /** Finds out what a whole program asks of its tables. */
    public static TableRoles in(Plan plan) {
        TableRoles roles = new TableRoles(plan);
        plan.nodes().forEach(roles::takeIn);
        return roles;
    }

    /** Returns the store that keeps a table; empty if it is not kept. */
    public Optional<Materialization> storeOf(TableNode table) {
        return Optional.ofNullable(kept.get(table.id()));
    }

    /** Returns the role of a table's operator. */
    public TableRole roleOf(TableNode table) {
        Optional<Materialization> store = storeOf(table);
        return new TableRole(
                store.map(Materialization::storeName),
                store.map(Materialization::cached).orElse(false),
                sending.contains(table.id()) || knowing.contains(table.id()));
    }

    private void takeIn(PlanNode node) {
        if (node instanceof TableNode table) {
            table.keptIn().ifPresent(store -> kept.put(table.id(), store));
        }
        boolean sent = switch (node.demand()) {
            case NONE -> false;
            case WELCOME -> makeSend(tableBefore(node), false);
            case REQUIRED -> makeSend(tableBefore(node), true);
        };
        if (sent) {
            knowing.add(node.id());
        }
    }

    private TableNode tableBefore(PlanNode node) {
        if (plan.node(node.parents().get(0)) instanceof TableNode table) {
            return table;
        }
        throw new IllegalStateException(
                "node " + node.name() + " asks for old values of " + plan.parentNames(node) + ", which is no table");
    }

    /**
     * Demands old values of a table.
     *
     * @param force whether a table is to be kept for the purpose
     * @return whether the table sends them
     */
    private boolean makeSend(TableNode table, boolean force) {
        if (sending.contains(table.id())) {
            return true;
        }
        if (force) {
            table.keepableIn().ifPresent(store -> kept.put(table.id(), store));
        }
        boolean sends =
                kept.containsKey(table.id()) || (table.keepableIn().isEmpty() && makeSend(tableBefore(table), force));
        if (sends) {
            sending.add(table.id());
        }
        return sends;
    }
}
