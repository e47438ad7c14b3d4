package io.streamwright.dsl.rewrite;

import io.streamwright.dsl.operator.HeldBack;
import io.streamwright.dsl.operator.RowOperation;
import io.streamwright.dsl.operator.join.TableLookup;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.plan.Suppression;
import io.streamwright.dsl.plan.TableJoin;
import io.streamwright.dsl.plan.TableNode;
import io.streamwright.dsl.plan.TableTransform;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.kstream.ValueJoiner;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how joins look up the rows of a table: in its store, or by way of the tables that it is made of.
 *
 * <p>Owner: one build of a program.
 */
public final class TableLookups {
    private final Plan plan;
    private final TableRoles roles;

    /**
     * Starts with what is known of a program.
     *
     * @param plan the whole program
     * @param roles of its tables
     */
    public TableLookups(Plan plan, TableRoles roles) {
        this.plan = plan;
        this.roles = roles;
    }

    /**
     * Returns how rows of a table are looked up. The caller says what they are: the plan does not know types.
     *
     * @throws IllegalStateException if the node is no table, or one that is not kept and made of no other
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // the program's types are checked where it is written
    public <L extends TableLookup<?, ?>> L of(int table) {
        return (L) lookup(table);
    }

    private TableLookup<Object, Object> lookup(int id) {
        if (!(plan.node(id) instanceof TableNode table)) {
            throw new IllegalStateException("node " + plan.node(id).name() + " is joined as a table, which it is not");
        }
        Optional<Materialization> store = roles.storeOf(table);
        if (store.isPresent()) {
            HeldBack heldBack = roles.heldBack();
            return TableLookup.in(store.get().storeName(), heldBack, store.get().timeToLiveMs());
        }
        if (table instanceof TableTransform transform) {
            return lookup(transform.parents().get(0)).through(rowsOf(transform));
        }
        if (table instanceof Suppression suppression) {
            return lookup(suppression.parents().get(0))
                    .heldBackIn(suppression.rule().store());
        }
        if (table instanceof TableJoin join) {
            return lookup(join.left()).joinedWith(lookup(join.right()), join.type(), joinerOf(join));
        }
        throw new IllegalStateException("table " + table.name() + " is joined, but kept nowhere");
    }

    @SuppressWarnings("unchecked") // as above
    private static RowOperation<Object, Object, Object> rowsOf(TableTransform transform) {
        return (RowOperation<Object, Object, Object>) transform.rows();
    }

    @SuppressWarnings("unchecked") // as above
    private static ValueJoiner<@Nullable Object, @Nullable Object, @Nullable Object> joinerOf(TableJoin join) {
        return (ValueJoiner<@Nullable Object, @Nullable Object, @Nullable Object>) join.joiner();
    }
}
