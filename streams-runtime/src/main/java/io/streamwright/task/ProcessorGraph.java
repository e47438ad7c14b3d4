package io.streamwright.task;

import io.streamwright.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import io.streamwright.errors.StreamsException;
import io.streamwright.processor.FailOnInvalidTimestamp;
import io.streamwright.processor.LogAndSkipOnInvalidTimestamp;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.TimestampExtractor;
import io.streamwright.processor.TopicNameExtractor;
import io.streamwright.processor.UsePartitionTimeOnInvalidTimestamp;
import io.streamwright.processor.api.Record;
import io.streamwright.task.fault.RecordFaults;
import io.streamwright.task.output.Output;
import io.streamwright.topology.DefaultSerdesAware;
import io.streamwright.topology.PartitionKeySerializer;
import io.streamwright.topology.ProcessorNode;
import io.streamwright.topology.SinkNode;
import io.streamwright.topology.SourceNode;
import io.streamwright.topology.SubTopology;
import io.streamwright.topology.TopologyNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A sub-topology brought to life for one task.
 *
 * <p>Owner: the task.
 */
final class ProcessorGraph {
    /** Extractors that return a valid record timestamp unchanged. */
    private static final Set<Class<?>> TAKE_RECORD_TIMESTAMP = Set.of(
            FailOnInvalidTimestamp.class, LogAndSkipOnInvalidTimestamp.class, UsePartitionTimeOnInvalidTimestamp.class);

    private final Map<String, GraphNode> nodes = new LinkedHashMap<>();
    private final TaskContext task;
    private final Output output;
    private final RecordFaults faults;

    /**
     * Builds the graph; its processors are made by {@link #init}.
     *
     * @param subTopology what to build
     * @param task what the nodes share
     * @param output takes what sinks write
     * @param faults asked about records that fail
     * @param defaultExtractor for sources that name none
     */
    ProcessorGraph(
            SubTopology subTopology,
            TaskContext task,
            Output output,
            RecordFaults faults,
            TimestampExtractor defaultExtractor) {
        this.task = task;
        this.output = output;
        this.faults = faults;
        for (TopologyNode node : subTopology.nodes()) {
            nodes.put(node.name(), node.match(new Build(defaultExtractor)));
        }
        for (GraphNode node : nodes.values()) {
            List<GraphNode> children = new ArrayList<>();
            for (TopologyNode candidate : subTopology.nodes()) {
                if (candidate.parents().contains(node.name())) {
                    children.add(child(candidate.name()));
                }
            }
            node.connect(children);
        }
    }

    private GraphNode child(String name) {
        GraphNode node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException(
                    "no node " + name + " in the graph of " + task.environment().taskId());
        }
        return node;
    }

    SourceStep source(String name) {
        return (SourceStep) child(name);
    }

    /** Makes all processors, parents before children. */
    void init() {
        task.cursor().enterWithoutRecord(task.workTimeMs());
        nodes.values().forEach(GraphNode::init);
    }

    /** Lets operators forward what they held back, parents before children. */
    void emitPending() {
        task.cursor().enterWithoutRecord(task.workTimeMs());
        nodes.values().forEach(GraphNode::emitPending);
    }

    /** Closes all processors; the first failure is thrown when all are closed, the others with it. */
    void close() {
        RuntimeException failure = null;
        for (GraphNode node : nodes.values()) {
            try {
                node.close();
            } catch (RuntimeException e) {
                StreamsException named = new StreamsException(
                        "processor " + node.name() + " of task "
                                + task.environment().taskId() + " failed to close",
                        e);
                if (failure == null) {
                    failure = named;
                } else {
                    failure.addSuppressed(named);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Makes a running node of each kind. */
    private final class Build implements TopologyNode.Cases<GraphNode> {
        private final TimestampExtractor defaultExtractor;

        Build(TimestampExtractor defaultExtractor) {
            this.defaultExtractor = defaultExtractor;
        }

        @Override
        public GraphNode source(SourceNode node) {
            TimestampExtractor extractor =
                    node.timestampExtractor() == null ? defaultExtractor : node.timestampExtractor();
            return new SourceStep(
                    node.name(),
                    task,
                    faults,
                    input("key", node.name(), node.keyDeserializer()),
                    input("value", node.name(), node.valueDeserializer()),
                    extractor,
                    TAKE_RECORD_TIMESTAMP.contains(extractor.getClass()));
        }

        @Override
        public GraphNode processor(ProcessorNode node) {
            return new ProcessorStep(node, task, faults);
        }

        @Override
        public GraphNode sink(SinkNode node) {
            return new SinkStep(
                    node.name(),
                    task,
                    target(node),
                    output(SerializationExceptionOrigin.KEY, node, node.keySerializer()),
                    output(SerializationExceptionOrigin.VALUE, node, node.valueSerializer()),
                    partitioner(node),
                    output,
                    faults);
        }

        @SuppressWarnings(
                "unchecked") // the graph is untyped; the program's types are checked where it builds the topology
        private static @Nullable StreamPartitioner<@Nullable Object, @Nullable Object> partitioner(SinkNode node) {
            if (node.partitioner() == null && node.keySerializer() instanceof PartitionKeySerializer part) {
                return new PartKeyPartitioner(part);
            }
            return (StreamPartitioner<@Nullable Object, @Nullable Object>) node.partitioner();
        }

        @SuppressWarnings("unchecked") // as above
        private Function<Record<@Nullable Object, @Nullable Object>, String> target(SinkNode node) {
            if (node.target() instanceof SinkNode.FixedTopic fixed) {
                String topic = fixed.topic().resolve(task.environment().applicationId());
                KafkaException refusal = output.lookUp(topic); // what can be known at the start fails at the start
                if (refusal != null) {
                    throw refusal;
                }
                return record -> topic;
            }
            TopicNameExtractor<Object, Object> extractor =
                    (TopicNameExtractor<Object, Object>) ((SinkNode.ChosenTopic) node.target()).extractor();
            return record ->
                    extractor.extract(record.key(), record.value(), new SentRecordContext(task.cursor(), record));
        }

        private InputFormat input(String part, String node, @Nullable Deserializer<?> given) {
            if (given == null) {
                return new InputFormat(part, required(node, part).deserializer(), true);
            }
            useDefaults(given);
            return new InputFormat(part, given, false);
        }

        @SuppressWarnings("unchecked") // as above
        private OutputFormat output(SerializationExceptionOrigin origin, SinkNode node, @Nullable Serializer<?> given) {
            String part = origin == SerializationExceptionOrigin.KEY ? "key" : "value";
            if (given != null) {
                useDefaults(given);
            }
            return new OutputFormat(
                    origin,
                    (Serializer<Object>)
                            (given == null ? required(node.name(), part).serializer() : given),
                    given == null,
                    isInternal(node)
                            ? "where the stream is grouped, joined or repartitioned, by Grouped.with, Joined.with,"
                                    + " StreamJoined.with or Repartitioned.with"
                            : "at the sink, by Produced.with");
        }

        private static boolean isInternal(SinkNode node) {
            return node.target() instanceof SinkNode.FixedTopic fixed
                    && fixed.topic().internal();
        }

        private void useDefaults(Object serializerOrDeserializer) {
            if (serializerOrDeserializer instanceof DefaultSerdesAware aware) {
                aware.useDefaults(
                        task.environment().keySerde(), task.environment().valueSerde());
            }
        }

        private Serde<?> required(String node, String part) {
            TaskEnvironment environment = task.environment();
            Serde<?> byDefault = part.equals("key") ? environment.keySerde() : environment.valueSerde();
            if (byDefault == null) {
                throw new StreamsException(
                        "node " + node + " has no " + part + " serde and no default." + part + ".serde is configured");
            }
            return byDefault;
        }
    }
}
