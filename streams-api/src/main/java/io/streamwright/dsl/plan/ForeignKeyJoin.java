package io.streamwright.dsl.plan;

import io.streamwright.dsl.operator.join.JoinType;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.TableJoinedSettings;
import io.streamwright.kstream.ValueJoiner;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Joins two tables by a foreign key: each row of the left table subscribes, by way of a topic, to the row of the right table that it
 * refers to, and gets answers by way of another. Immutable.
 *
 * @param id identity
 * @param names of its nodes, topics and store
 * @param left the table whose rows refer to others
 * @param right the table whose rows are referred to, which may be the same
 * @param relation which rows belong together, and what becomes of them
 * @param options partitioners of the topics
 * @param store how the results are kept, if it is named or somebody needs it
 */
public record ForeignKeyJoin(
        int id,
        Names names,
        int left,
        int right,
        Relation relation,
        TableJoinedSettings<?, ?> options,
        Materialization store)
        implements TableNode {

    /**
     * All names. Immutable.
     *
     * @param registration on the way from left rows to right ones
     * @param answering where right rows are
     * @param response on the way back
     */
    public record Names(Registration registration, Answering answering, Response response) {}

    /**
     * The names on the way from left rows to right ones. Immutable.
     *
     * @param topic the topic, without the application's id
     * @param subscribe makes subscriptions of updates
     * @param sink writes the topic
     * @param source reads it
     */
    public record Registration(String topic, String subscribe, String sink, String source) {}

    /**
     * The names where right rows are. Immutable.
     *
     * @param store the store of subscriptions
     * @param keep keeps subscriptions
     * @param one answers a subscription
     * @param all tells all who subscribed to a row that it has changed
     */
    public record Answering(String store, String keep, String one, String all) {}

    /**
     * The names on the way back. Immutable.
     *
     * @param topic the topic, without the application's id
     * @param sink writes the topic
     * @param source reads it
     * @param resolve makes results of answers
     * @param result takes the results as a table
     */
    public record Response(String topic, String sink, String source, String resolve, String result) {}

    /**
     * Which rows belong together, and what becomes of them. Immutable.
     *
     * @param type inner or left
     * @param foreignKey returns the key that a left row refers to
     * @param joiner makes the results
     * @param leftSerdes those that are known of the left table
     * @param rightSerdes those that are known of the right table
     */
    public record Relation(
            JoinType type,
            BiFunction<?, ?, ?> foreignKey,
            ValueJoiner<?, ?, ?> joiner,
            SerdePair<?, ?> leftSerdes,
            SerdePair<?, ?> rightSerdes) {}

    @Override
    public String name() {
        return names.response().result();
    }

    @Override
    public List<Integer> parents() {
        return Stream.of(left, right).distinct().toList();
    }

    @Override
    public ForeignKeyJoin withParents(List<Integer> newParents) {
        throw new IllegalStateException("join " + name() + " of tables cannot get parents " + newParents);
    }

    @Override
    public Optional<Materialization> keptIn() {
        return store.queryable() ? Optional.of(store) : Optional.empty();
    }

    @Override
    public Optional<Materialization> keepableIn() {
        return Optional.of(store);
    }

    @Override
    public void match(Cases cases) {
        cases.foreignKeyJoin(this);
    }
}
