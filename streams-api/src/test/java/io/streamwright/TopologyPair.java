package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streamwright.processor.RecordContext;
import io.streamwright.processor.TopicNameExtractor;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.StoreBuilder;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * The same topology in Streamwright and in Kafka Streams, built call by call: both accept a call or both refuse it.
 *
 * <p>Owner: one test.
 */
final class TopologyPair {
    private final Topology ours = new Topology();
    private final org.apache.kafka.streams.Topology theirs = new org.apache.kafka.streams.Topology();
    private final Map<String, NamedStore> ourStores = new HashMap<>();
    private final Map<String, org.apache.kafka.streams.state.StoreBuilder<?>> theirStores = new HashMap<>();
    private String refusal = "";

    TopologyPair source(String name, String... topics) {
        return both(() -> ours.addSource(name, topics), () -> theirs.addSource(name, topics));
    }

    TopologyPair source(String name, Pattern topics) {
        return both(() -> ours.addSource(name, topics), () -> theirs.addSource(name, topics));
    }

    TopologyPair processor(String name, String... parents) {
        return both(
                () -> ours.addProcessor(name, Idle::new, parents),
                () -> theirs.addProcessor(name, TheirIdle::new, parents));
    }

    TopologyPair processorOfOneObject(String name, String... parents) {
        Idle idle = new Idle();
        TheirIdle theirIdle = new TheirIdle();
        return both(
                () -> ours.addProcessor(name, () -> idle, parents),
                () -> theirs.addProcessor(name, () -> theirIdle, parents));
    }

    TopologyPair processorWithoutSupplier(String name, String... parents) {
        return both(
                () -> ours.addProcessor(name, null, parents),
                () -> theirs.<Object, Object, Object, Object>addProcessor(name, null, parents));
    }

    /** Adds a processor whose supplier brings stores along. */
    TopologyPair processorWithStores(String name, List<String> stores, String... parents) {
        return both(
                () -> ours.addProcessor(name, new OurSupplier(ourStores(stores)), parents),
                () -> theirs.addProcessor(name, new TheirSupplier(theirStores(stores)), parents));
    }

    TopologyPair store(String name, String... processors) {
        return both(
                () -> ours.addStateStore(ourStore(name), processors),
                () -> theirs.addStateStore(theirStore(name), processors));
    }

    /** Adds a store by a builder of its own, though one with its name may be there already. */
    TopologyPair otherStore(String name, String... processors) {
        ourStores.remove(name);
        theirStores.remove(name);
        return store(name, processors);
    }

    TopologyPair noStore(String... processors) {
        return both(
                () -> ours.addStateStore(null, processors),
                () -> theirs.<KeyValueStore<byte[], byte[]>>addStateStore(null, processors));
    }

    TopologyPair connect(String processor, String... stores) {
        return both(
                () -> ours.connectProcessorAndStateStores(processor, stores),
                () -> theirs.connectProcessorAndStateStores(processor, stores));
    }

    TopologyPair sink(String name, String topic, String... parents) {
        return both(() -> ours.addSink(name, topic, parents), () -> theirs.addSink(name, topic, parents));
    }

    TopologyPair sinkToChosenTopic(String name, String... parents) {
        return both(
                () -> ours.addSink(name, new ByKey(), parents), () -> theirs.addSink(name, new TheirByKey(), parents));
    }

    TopologyPair globalStore(String name, String source, String topic, String processor) {
        return both(
                () -> ours.addGlobalStore(ourStore(name), source, null, null, topic, processor, OurKeeper::new),
                () -> theirs.addGlobalStore(theirStore(name), source, null, null, topic, processor, TheirKeeper::new));
    }

    TopologyPair globalStoreOfOneObject(String name, String source, String topic, String processor) {
        OurKeeper keeper = new OurKeeper();
        TheirKeeper theirKeeper = new TheirKeeper();
        return both(
                () -> ours.addGlobalStore(ourStore(name), source, null, null, topic, processor, () -> keeper),
                () -> theirs.addGlobalStore(theirStore(name), source, null, null, topic, processor, () -> theirKeeper));
    }

    TopologyPair readOnlyStore(String name, String source, String topic, String processor) {
        return both(
                () -> ours.addReadOnlyStateStore(ourStore(name), source, null, null, topic, processor, OurKeeper::new),
                () -> theirs.addReadOnlyStateStore(
                        theirStore(name), source, null, null, topic, processor, TheirKeeper::new));
    }

    private TopologyPair both(ThrowingCallable our, ThrowingCallable their) {
        Throwable ourRefusal = catchThrowableOfType(RuntimeException.class, our);
        Throwable theirRefusal = catchThrowableOfType(RuntimeException.class, their);
        assertThat(kind(ourRefusal))
                .as("ours: %s, theirs: %s", ourRefusal, theirRefusal)
                .isEqualTo(kind(theirRefusal));
        refusal = ourRefusal == null ? "" : String.valueOf(ourRefusal.getMessage());
        return this;
    }

    private static String kind(Throwable refusal) {
        return refusal == null ? "accepted" : refusal.getClass().getSimpleName();
    }

    private NamedStore ourStore(String name) {
        return ourStores.computeIfAbsent(name, NamedStore::named);
    }

    private org.apache.kafka.streams.state.StoreBuilder<?> theirStore(String name) {
        return theirStores.computeIfAbsent(
                name,
                missing -> Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore(missing), Serdes.String(), Serdes.String()));
    }

    private Set<StoreBuilder<?>> ourStores(List<String> names) {
        Set<StoreBuilder<?>> stores = new LinkedHashSet<>();
        names.forEach(name -> stores.add(ourStore(name)));
        return stores;
    }

    private Set<org.apache.kafka.streams.state.StoreBuilder<?>> theirStores(List<String> names) {
        Set<org.apache.kafka.streams.state.StoreBuilder<?>> stores = new LinkedHashSet<>();
        names.forEach(name -> stores.add(theirStore(name)));
        return stores;
    }

    /** Returns why the last call was refused; empty if it was not. */
    String refusal() {
        return refusal;
    }

    Topology ours() {
        return ours;
    }

    /** Fails unless both print the same. */
    void assertSameText() {
        assertThat(refusal).as("the last call was refused").isEmpty();
        assertThat(ours.describe().toString()).isEqualTo(theirs.describe().toString());
    }

    /** Fails unless the blueprint has the sub-topologies, with the numbers, that Kafka Streams prints. */
    void assertSameSubTopologies() {
        Map<Integer, Set<String>> expected = new HashMap<>();
        theirs.describe().subtopologies().forEach(part -> {
            Set<String> names = new LinkedHashSet<>();
            part.nodes().forEach(node -> names.add(node.name()));
            expected.put(part.id(), names);
        });
        Map<Integer, Set<String>> actual = new HashMap<>();
        ours.blueprint().subTopologies().forEach(part -> {
            Set<String> names = new LinkedHashSet<>();
            part.nodes().forEach(node -> names.add(node.name()));
            actual.put(part.id(), names);
        });
        assertThat(actual).isEqualTo(expected);
    }

    @Override
    public String toString() {
        return ours.describe().toString();
    }

    private static final class Idle implements Processor<Object, Object, Object, Object> {
        @Override
        public void process(Record<Object, Object> record) {}
    }

    private static final class TheirIdle
            implements org.apache.kafka.streams.processor.api.Processor<Object, Object, Object, Object> {
        @Override
        public void process(org.apache.kafka.streams.processor.api.Record<Object, Object> record) {}
    }

    private static final class OurKeeper implements Processor<Object, Object, Void, Void> {
        @Override
        public void process(Record<Object, Object> record) {}
    }

    private static final class TheirKeeper
            implements org.apache.kafka.streams.processor.api.Processor<Object, Object, Void, Void> {
        @Override
        public void process(org.apache.kafka.streams.processor.api.Record<Object, Object> record) {}
    }

    private record OurSupplier(Set<StoreBuilder<?>> stores)
            implements ProcessorSupplier<Object, Object, Object, Object> {
        @Override
        public Processor<Object, Object, Object, Object> get() {
            return new Idle();
        }
    }

    private record TheirSupplier(Set<org.apache.kafka.streams.state.StoreBuilder<?>> stores)
            implements org.apache.kafka.streams.processor.api.ProcessorSupplier<Object, Object, Object, Object> {
        @Override
        public org.apache.kafka.streams.processor.api.Processor<Object, Object, Object, Object> get() {
            return new TheirIdle();
        }
    }

    /** Prints the same as its twin. */
    private static final class ByKey implements TopicNameExtractor<Object, Object> {
        @Override
        public String extract(Object key, Object value, RecordContext context) {
            return key.toString();
        }

        @Override
        public String toString() {
            return "by key";
        }
    }

    private static final class TheirByKey
            implements org.apache.kafka.streams.processor.TopicNameExtractor<Object, Object> {
        @Override
        public String extract(Object key, Object value, org.apache.kafka.streams.processor.RecordContext context) {
            return key.toString();
        }

        @Override
        public String toString() {
            return "by key";
        }
    }
}
