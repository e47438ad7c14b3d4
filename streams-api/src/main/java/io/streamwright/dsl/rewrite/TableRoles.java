package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.operator.HeldBack;
import io.streamwright.dsl.operator.TableRole;
import io.streamwright.dsl.operator.TableRole.Delivery;
import io.streamwright.dsl.plan.ForeignKeyJoin;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.PlanNode;
import io.streamwright.dsl.plan.StreamTableJoin;
import io.streamwright.dsl.plan.Suppression;
import io.streamwright.dsl.plan.TableJoin;
import io.streamwright.dsl.plan.TableNode;
import io.streamwright.dsl.settings.Materialization;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds out which tables are kept in stores, which send old values, and which have their rows looked up.
 *
 * <p>A grouping of rows cannot do without old values, so it makes a table be kept that otherwise would not be. A filter is content
 * with what there is when it is added. Demands are met in the order of the program, as a later one may find what an earlier one
 * brought about. A join looks rows up, so it makes the tables be kept that its own are made of.
 *
 * <p>Owner: one rewriting.
 */
public final class TableRoles {
    private final Plan plan;
    private final Map<Integer, Materialization> kept = new HashMap<>();
    private final Set<Integer> sending = new HashSet<>();
    private final Set<Integer> knowing = new HashSet<>();
    private final Set<Integer> lookedUp = new HashSet<>();
    private final HeldBack heldBack = new HeldBack();

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
                store.map(Materialization::cached).orElse(false) ? Delivery.WITH_COMMIT : Delivery.EACH,
                sending.contains(table.id()) || knowing.contains(table.id()),
                lookedUp.contains(table.id()) ? Optional.of(heldBack) : Optional.empty(),
                table.parents().stream()
                        .anyMatch(parent -> TableVersions.historyRetentionMs(plan::node, parent)
                                .isPresent()),
                store.map(Materialization::timeToLiveMs).orElse(OptionalLong.empty()));
    }

    /** Returns where tables enter what they hold back. */
    public HeldBack heldBack() {
        return heldBack;
    }

    private void takeIn(PlanNode node) {
        if (node instanceof TableNode table) {
            table.keptIn().ifPresent(store -> kept.put(table.id(), store));
        }
        if (node instanceof TableJoin join) {
            takeInJoin(join);
        } else if (node instanceof ForeignKeyJoin join) {
            takeInForeignKeyJoin(join);
        } else if (node instanceof StreamTableJoin join) {
            makeBeKept(table(join.table()));
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

    private void takeInJoin(TableJoin join) {
        if (join.type().keepsLeft()) {
            makeSend(table(join.left()), true);
        }
        if (join.type().keepsRight()) {
            makeSend(table(join.right()), true);
        }
        makeBeLookedUp(table(join.left()));
        makeBeLookedUp(table(join.right()));
    }

    /** What a row refered to before, and what those that refer to a row know of it, is needed at every update. */
    private void takeInForeignKeyJoin(ForeignKeyJoin join) {
        makeSend(table(join.right()), true);
        makeSend(table(join.left()), true);
        makeBeLookedUp(table(join.right()));
        makeBeLookedUp(table(join.left()));
    }

    private TableNode table(int id) {
        return (TableNode) plan.node(id);
    }

    /** Has a table kept, or the tables that it is made of. Returns those that are. */
    private Set<Integer> makeBeKept(TableNode table) {
        table.keepableIn().ifPresent(store -> kept.putIfAbsent(table.id(), store));
        if (kept.containsKey(table.id())) {
            return Set.of(table.id());
        }
        Set<Integer> result = new HashSet<>();
        table.parents().forEach(parent -> result.addAll(makeBeKept(table(parent))));
        if (table instanceof Suppression) {
            lookedUp.addAll(result); // what has not come to the suppression is not in its table
        }
        return result;
    }

    /** The same, where what is held back counts. */
    private void makeBeLookedUp(TableNode table) {
        lookedUp.addAll(makeBeKept(table));
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
        if (table instanceof TableJoin join) {
            makeSend(table(join.left()), true);
            makeSend(table(join.right()), true);
            return sending.add(table.id());
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
