package io.streamwright.dsl;

import io.streamwright.DslStoreFormat;
import io.streamwright.dsl.operator.foreignkey.Answer;
import io.streamwright.dsl.operator.foreignkey.AnswerDeserializer;
import io.streamwright.dsl.operator.foreignkey.AnswerSerializer;
import io.streamwright.dsl.operator.foreignkey.AnswerSubscribers;
import io.streamwright.dsl.operator.foreignkey.AnswerSubscription;
import io.streamwright.dsl.operator.foreignkey.JoinSerdes;
import io.streamwright.dsl.operator.foreignkey.KeepSubscription;
import io.streamwright.dsl.operator.foreignkey.ResolveAnswer;
import io.streamwright.dsl.operator.foreignkey.Subscribe;
import io.streamwright.dsl.operator.foreignkey.SubscriptionSerde;
import io.streamwright.dsl.operator.foreignkey.TopicPartitioners;
import io.streamwright.dsl.operator.join.TableLookup;
import io.streamwright.dsl.plan.ForeignKeyJoin;
import io.streamwright.dsl.plan.ForeignKeyJoin.Relation;
import io.streamwright.dsl.plan.Plan;
import io.streamwright.dsl.rewrite.TableLookups;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.processor.FailOnInvalidTimestamp;
import io.streamwright.state.DefaultedStoreBuilder;
import io.streamwright.state.DslKeyValueParams;
import io.streamwright.state.HeadersBytesStoreSupplier;
import io.streamwright.state.KeyValueBytesStoreSupplier;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import io.streamwright.topology.RepartitionTopic;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.TopicRef;
import io.streamwright.topology.TopologyGraph;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Adds the nodes, topics and the store of one join by a foreign key, all but the table of its results.
 *
 * <p>Owner: one build of a program.
 */
final class ForeignKeyLowering {
    private final ForeignKeyJoin node;
    private final Plan plan;
    private final TopologyGraph graph;
    private final TableLookup<Object, Object> left;
    private final TableLookup<Object, Object> right;
    private final JoinSerdes<Object, Object, Object> serdes;

    ForeignKeyLowering(ForeignKeyJoin node, Plan plan, TableLookups lookups, TopologyGraph graph) {
        this.node = node;
        this.plan = plan;
        this.graph = graph;
        this.left = lookups.of(node.left());
        this.right = lookups.of(node.right());
        SerdePair<?, ?> leftSerdes = node.relation().leftSerdes();
        this.serdes = new JoinSerdes<>(
                node.names().registration().topic(),
                untyped(leftSerdes.key()),
                untyped(leftSerdes.value()),
                untyped(node.relation().rightSerdes().key()));
    }

    /** Adds everything, in the order in which Kafka Streams does: it decides how sub-topologies are numbered. */
    void lower() {
        addRegistration();
        addAnswering();
        addResponse();
    }

    private void addRegistration() {
        ForeignKeyJoin.Registration names = node.names().registration();
        TopicRef topic = addTopic(names.topic());
        graph.addProcessor(
                names.subscribe(),
                Subscribe.<Object, Object, Object>by(
                        foreignKey(), node.relation().type().keepsLeft(), serdes),
                List.of(plan.node(node.left()).name()));
        Serde<?> keys = serdes.foreignKey();
        SubscriptionSerde subscriptions = new SubscriptionSerde();
        graph.addSink(new SinkNode(
                names.sink(),
                List.of(names.subscribe()),
                new SinkNode.FixedTopic(topic),
                keys == null ? null : keys.serializer(),
                subscriptions.serializer(),
                TopicPartitioners.ofSubscriptions(node.options().otherPartitioner())));
        addSource(names.source(), topic, keys, subscriptions.deserializer());
        copartition(names.source(), node.right());
    }

    private void addAnswering() {
        ForeignKeyJoin.Answering names = node.names().answering();
        List<StoreBuilder<?>> subscriptions = List.of(DefaultedStoreBuilder.of(
                null,
                DslStoreFormat.TIMESTAMPED,
                (kind, format) -> subscriptionStore(kind.keyValueStore(new DslKeyValueParams(names.store(), format)))));
        graph.addProcessor(
                names.keep(),
                StoredSupplier.of(KeepSubscription.<Object>in(names.store(), serdes), subscriptions),
                List.of(node.names().registration().source()));
        graph.addProcessor(
                names.one(), AnswerSubscription.<Object, Object, Object>from(right, serdes), List.of(names.keep()));
        graph.connect(names.one(), right.stores());
        graph.addProcessor(
                names.all(),
                StoredSupplier.of(AnswerSubscribers.<Object, Object, Object>in(names.store(), serdes), subscriptions),
                List.of(plan.node(node.right()).name()));
    }

    private static StoreBuilder<?> subscriptionStore(KeyValueBytesStoreSupplier supplier) {
        StoreBuilder<?> builder = supplier instanceof HeadersBytesStoreSupplier
                ? Stores.timestampedKeyValueStoreWithHeadersBuilder(supplier, Serdes.Bytes(), new SubscriptionSerde())
                : Stores.timestampedKeyValueStoreBuilder(supplier, Serdes.Bytes(), new SubscriptionSerde());
        return builder.withCachingDisabled();
    }

    private void addResponse() {
        ForeignKeyJoin.Registration registration = node.names().registration();
        ForeignKeyJoin.Response names = node.names().response();
        ForeignKeyJoin.Answering answering = node.names().answering();
        Relation relation = node.relation();
        TopicRef topic = addTopic(names.topic());
        Serde<?> keys = serdes.primaryKey();
        Serde<?> values = relation.rightSerdes().value();
        graph.addSink(new SinkNode(
                names.sink(),
                List.of(answering.one(), answering.all()),
                new SinkNode.FixedTopic(topic),
                keys == null ? null : keys.serializer(),
                answerSerializer(values),
                TopicPartitioners.ofAnswers(node.options().partitioner())));
        addSource(names.source(), topic, keys, answerDeserializer(values));
        copartition(names.source(), node.left());
        graph.addProcessor(
                names.resolve(),
                ResolveAnswer.with(
                        new ResolveAnswer.Relation<>(relation.type().keepsLeft(), foreignKey(), joiner()),
                        left,
                        serdes,
                        new ResolveAnswer.Children(names.result(), registration.sink())),
                List.of(names.source()));
        graph.connect(names.resolve(), left.stores());
        graph.addUnshownParent(registration.sink(), names.resolve());
    }

    private TopicRef addTopic(String name) {
        TopicRef topic = TopicRef.internal(name);
        graph.addRepartitionTopic(new RepartitionTopic(topic, OptionalInt.empty()));
        return topic;
    }

    private void addSource(String name, TopicRef topic, @Nullable Serde<?> keys, Deserializer<?> values) {
        graph.addSource(new SourceNode(
                name,
                List.of(topic),
                Optional.empty(),
                keys == null ? null : keys.deserializer(),
                values,
                new FailOnInvalidTimestamp(),
                null));
    }

    /** What comes from a source has to meet the rows of a table. */
    private void copartition(String source, int table) {
        Set<String> sources = new HashSet<>(plan.sourceNames(table));
        sources.add(source);
        graph.copartition(sources);
    }

    private static <T> Serializer<Answer<T>> answerSerializer(@Nullable Serde<T> values) {
        return new AnswerSerializer<>(values == null ? null : values.serializer());
    }

    private static <T> Deserializer<Answer<T>> answerDeserializer(@Nullable Serde<T> values) {
        return new AnswerDeserializer<>(values == null ? null : values.deserializer());
    }

    @SuppressWarnings("unchecked") // the program's types are checked where it is written
    private BiFunction<Object, Object, @Nullable Object> foreignKey() {
        return (BiFunction<Object, Object, @Nullable Object>) node.relation().foreignKey();
    }

    @SuppressWarnings("unchecked") // as above
    private ValueJoiner<Object, @Nullable Object, @Nullable Object> joiner() {
        return (ValueJoiner<Object, @Nullable Object, @Nullable Object>)
                node.relation().joiner();
    }

    @SuppressWarnings("unchecked") // as above
    private static @Nullable Serde<Object> untyped(@Nullable Serde<?> serde) {
        return (Serde<Object>) serde;
    }
}
