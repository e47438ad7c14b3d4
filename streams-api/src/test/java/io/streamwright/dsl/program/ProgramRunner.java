package io.streamwright.dsl.program;

import io.streamwright.Topology;
import io.streamwright.dsl.fake.FakeContext;
import io.streamwright.dsl.fake.FakeSessionStore;
import io.streamwright.dsl.fake.FakeTableStore;
import io.streamwright.dsl.fake.FakeWindowStore;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.TopicNameExtractor;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.FixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.SessionStoreSpec;
import io.streamwright.state.SpecifiedStoreBuilder;
import io.streamwright.state.StoreSpec;
import io.streamwright.state.WindowStoreSpec;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.DefaultSerdesAware;
import io.streamwright.topology.ProcessorNode;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.StoreNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopologyNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Runs a topology in one thread, with one partition for each topic and a commit after each record or batch: a yardstick for operators
 * that needs no engine.
 *
 * <p>Owner: one test.
 */
@SuppressWarnings({"unchecked", "rawtypes"}) // types of keys and values are the program's matter
final class ProgramRunner {

    /** A record that is or was written to a topic. */
    record Written(String topic, byte[] key, byte[] value, long timestamp, Headers headers) {}

    private final Map<String, Object> configs;
    private final Map<String, TopologyNode> nodes = new LinkedHashMap<>();
    private final Map<String, List<TopologyNode>> children = new HashMap<>();
    private final Map<String, Object> processors = new LinkedHashMap<>();
    private final Map<String, StateStore> stores = new HashMap<>();
    private final Map<String, SourceNode> sources = new HashMap<>();
    private final Deque<Written> internal = new ArrayDeque<>();
    private final List<Written> written = new ArrayList<>();

    ProgramRunner(Topology topology, Map<String, Object> configs) {
        this.configs = configs;
        Blueprint program = topology.blueprint();
        program.stores().values().forEach(this::open);
        for (SubTopology part : program.subTopologies()) {
            part.nodes().forEach(this::add);
        }
        nodes.values().forEach(this::start);
    }

    private void open(StoreNode store) {
        StoreSpec<?> spec = ((SpecifiedStoreBuilder<?>) store.builder()).spec();
        Serde<?> key = spec.keySerde() == null ? Serdes.String() : spec.keySerde();
        Serde<?> value = spec.valueSerde() == null ? Serdes.String() : spec.valueSerde();
        useDefaults(key.serializer());
        useDefaults(key.deserializer());
        stores.put(store.name(), fake(store.name(), spec, (Serde<Object>) key, (Serde<Object>) value));
    }

    private static StateStore fake(String name, StoreSpec<?> spec, Serde<Object> key, Serde<Object> value) {
        if (spec instanceof WindowStoreSpec<?, ?> windows) {
            return new FakeWindowStore<>(name, windows.supplier().windowSize(), key, value);
        }
        return spec instanceof SessionStoreSpec<?, ?> sessions
                ? new FakeSessionStore<>(name, sessions.supplier().retentionPeriod(), key, value)
                : new FakeTableStore<>(name, key, value);
    }

    private void add(TopologyNode node) {
        nodes.put(node.name(), node);
        node.parents()
                .forEach(parent -> children.computeIfAbsent(parent, name -> new ArrayList<>())
                        .add(node));
        if (node instanceof SourceNode source) {
            source.topics().forEach(topic -> sources.put(topic.name(), source));
            useDefaults(source.keyDeserializer());
            useDefaults(source.valueDeserializer());
        } else if (node instanceof SinkNode sink) {
            useDefaults(sink.keySerializer());
            useDefaults(sink.valueSerializer());
        }
    }

    private static void useDefaults(Object serializerOrDeserializer) {
        if (serializerOrDeserializer instanceof DefaultSerdesAware aware) {
            aware.useDefaults(Serdes.String(), Serdes.String());
        }
    }

    private void start(TopologyNode node) {
        if (!(node instanceof ProcessorNode processor)) {
            return;
        }
        FakeContext<Object, Object> context = new FakeContext<>()
                .forwardingTo((record, child) -> forward(
                        node.name(),
                        new Record<>(record.key(), record.value(), record.timestamp(), record.headers()),
                        child));
        configs.forEach(context::config);
        processor.stores().forEach(name -> context.store(stores.get(name)));
        if (processor.work() instanceof ProcessorNode.FreeKey freeKey) {
            Processor made = freeKey.supplier().get();
            processors.put(node.name(), made);
            made.init(context);
        } else if (processor.work() instanceof ProcessorNode.FixedKey fixedKey) {
            FixedKeyProcessor made = fixedKey.supplier().get();
            processors.put(node.name(), made);
            made.init(context);
        }
    }

    private void forward(String from, Record<Object, Object> record, String child) {
        for (TopologyNode node : children.getOrDefault(from, List.of())) {
            if (child == null || child.equals(node.name())) {
                deliver(node, record);
            }
        }
    }

    private void deliver(TopologyNode node, Record<Object, Object> record) {
        if (node instanceof SinkNode sink) {
            write(sink, record);
        } else if (processors.get(node.name()) instanceof Processor processor) {
            processor.process(record);
        } else if (processors.get(node.name()) instanceof FixedKeyProcessor processor) {
            processor.process(FixedKeyRecord.of(record));
        }
    }

    private void write(SinkNode sink, Record<Object, Object> record) {
        boolean repartition = false;
        String topic;
        if (sink.target() instanceof SinkNode.FixedTopic fixed) {
            topic = fixed.topic().name();
            repartition = fixed.topic().internal();
        } else {
            TopicNameExtractor extractor = ((SinkNode.ChosenTopic) sink.target()).extractor();
            topic = extractor.extract(record.key(), record.value(), null);
        }
        Written result = new Written(
                topic,
                bytes(sink.keySerializer(), topic, record, record.key()),
                bytes(sink.valueSerializer(), topic, record, record.value()),
                record.timestamp(),
                new RecordHeaders(record.headers()));
        written.add(result);
        if (repartition) {
            internal.add(result);
        }
    }

    private static byte[] bytes(Serializer<?> serializer, String topic, Record<?, ?> record, Object object) {
        Serializer used = serializer == null ? new StringSerializer() : serializer;
        return used.serialize(topic, record.headers(), object);
    }

    /** Feeds one record, and those that it brings to repartition topics. Returns what was written. */
    List<Written> pipe(String topic, String key, String value, long timestamp) {
        return pipe(List.of(input(topic, key, value, timestamp)));
    }

    /** Feeds records that are committed together, then those that they bring to repartition topics. Returns what was written. */
    List<Written> pipe(List<Written> batch) {
        written.clear();
        batch.forEach(this::consume);
        commit();
        while (!internal.isEmpty()) {
            consume(internal.poll());
            commit();
        }
        return List.copyOf(written);
    }

    static Written input(String topic, String key, String value, long timestamp) {
        Serializer<String> serializer = Serdes.String().serializer();
        return new Written(
                topic,
                serializer.serialize(topic, key),
                serializer.serialize(topic, value),
                timestamp,
                new RecordHeaders());
    }

    private void consume(Written record) {
        SourceNode source = sources.get(record.topic());
        if (source == null) {
            return;
        }
        forward(
                source.name(),
                new Record<>(
                        object(source.keyDeserializer(), record.topic(), record.key()),
                        object(source.valueDeserializer(), record.topic(), record.value()),
                        record.timestamp(),
                        new RecordHeaders(record.headers())),
                null);
    }

    private void commit() {
        for (Object processor : processors.values()) {
            if (processor instanceof EmitOnCommit holder) {
                holder.emitPending();
            }
        }
    }

    private static Object object(Deserializer<?> deserializer, String topic, byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        Deserializer<?> used = deserializer == null ? Serdes.String().deserializer() : deserializer;
        return used.deserialize(topic, new RecordHeaders(), bytes);
    }
}
