package io.streamwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.dsl.program.KafkaPrograms;
import io.streamwright.dsl.program.Programs;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Named;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.ProcessorWrapper;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.WrappedFixedKeyProcessorSupplier;
import io.streamwright.processor.api.WrappedProcessorSupplier;
import io.streamwright.state.StoreBuilder;
import io.streamwright.state.Stores;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a processor wrapper is asked to wrap is the same as in Kafka Streams, for every program. */
final class ProcessorWrapperDifferentialTest {

    static Stream<Arguments> programs() {
        return Programs.all().keySet().stream()
                .flatMap(name -> Stream.of("none", "all").map(optimization -> Arguments.of(name, optimization)));
    }

    @ParameterizedTest(name = "{0}, optimization={1}")
    @MethodSource("programs")
    void processorsAndTheirStores_areOfferedAsInKafkaStreams(String program, String optimization) {
        // given
        Properties settings = new Properties();
        settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, optimization);
        StreamsBuilder ours = new StreamsBuilder(RecordingWrapper.config(RecordingWrapper.class, settings));
        Programs.all().get(program).accept(ours);
        org.apache.kafka.streams.StreamsBuilder theirs =
                new org.apache.kafka.streams.StreamsBuilder(KafkaRecordingWrapper.config(settings));
        KafkaPrograms.all().get(program).accept(theirs);
        // when
        ours.build(settings);
        theirs.build(settings);
        // then in the same order, but for the streams of a cogroup, of which none comes first
        List<String> expected = KafkaRecordingWrapper.takeCalls();
        if (program.contains("cogroup")) {
            assertThat(RecordingWrapper.takeCalls()).containsExactlyInAnyOrderElementsOf(expected);
        } else {
            assertThat(RecordingWrapper.takeCalls()).isEqualTo(expected);
        }
    }

    @Test
    void wrapperThatReturnsNull_isRefusedWithTheRemedy() {
        // given
        TopologyConfig nulls = RecordingWrapper.config(NullWrapper.class, new Properties());
        Topology topology = new Topology(nulls).addSource("source", "topic");
        StreamsBuilder builder = new StreamsBuilder(nulls);
        builder.stream("topic").filter((key, value) -> true, Named.as("chosen"));
        // when, then
        assertThatThrownBy(() -> topology.addProcessor("plain", Idle::new, "source"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("plain")
                .hasMessageContaining("asWrapped(supplier)");
        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("chosen")
                .hasMessageContaining("asWrappedFixedKey(supplier)");
        assertThat(topology.describe().toString()).doesNotContain("plain");
    }

    @Test
    void storesOfTheWrappedSupplier_areThoseOfTheProcessor() {
        // given a wrapper that puts another store in the place of the processor's own
        Topology topology = new Topology(RecordingWrapper.config(OtherStoreWrapper.class, new Properties()))
                .addSource("source", "topic");
        // when
        topology.addProcessor("stored", new Stored(), "source").addProcessor("plain", Idle::new, "source");
        // then
        assertThat(topology.blueprint().stores().keySet()).containsExactlyInAnyOrder("other-stored", "other-plain");
        assertThat(topology.describe().toString()).contains("stored (stores: [other-stored])");
    }

    @Test
    void nodesOfTheProcessorApi_areOfferedAsInKafkaStreams() {
        // given
        Topology ours = new Topology(RecordingWrapper.config(RecordingWrapper.class, new Properties()));
        org.apache.kafka.streams.TopologyConfig config = KafkaRecordingWrapper.config(new Properties());
        org.apache.kafka.streams.Topology theirs = new org.apache.kafka.streams.Topology(config);
        // when
        ours.addSource("source", "topic")
                .addProcessor("plain", Idle::new, "source")
                .addProcessor("stored", new Stored(), "source")
                .addGlobalStore(store("global"), "global-source", null, null, "all", "keeper", Keeper::new)
                .addReadOnlyStateStore(store("read"), "read-source", null, null, "rows", "reader", Keeper::new);
        theirs.addSource("source", "topic")
                .addProcessor("plain", KafkaRecordingWrapper.Idle::new, "source")
                .addProcessor("stored", new KafkaRecordingWrapper.Stored(), "source")
                .addGlobalStore(
                        KafkaRecordingWrapper.store("global"),
                        "global-source",
                        null,
                        null,
                        "all",
                        "keeper",
                        KafkaRecordingWrapper.Keeper::new)
                .addReadOnlyStateStore(
                        KafkaRecordingWrapper.store("read"),
                        "read-source",
                        null,
                        null,
                        "rows",
                        "reader",
                        KafkaRecordingWrapper.Keeper::new);
        // then
        assertThat(RecordingWrapper.takeCalls()).isEqualTo(KafkaRecordingWrapper.takeCalls());
        assertThat(ours.describe().toString()).isEqualTo(theirs.describe().toString());
    }

    private static StoreBuilder<?> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.String());
    }

    /** Forgets what it is given. */
    public static final class NullWrapper implements ProcessorWrapper {
        /** For settings that name the class. */
        public NullWrapper() {}

        @Override
        public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
            return null;
        }

        @Override
        public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
            return null;
        }
    }

    /** Has a store of its own for each processor, and none of theirs. */
    public static final class OtherStoreWrapper implements ProcessorWrapper {
        /** For settings that name the class. */
        public OtherStoreWrapper() {}

        @Override
        public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
            StoreBuilder<?> other = store("other-" + processorName);
            return new WrappedProcessorSupplier<>() {
                @Override
                public Processor<KIn, VIn, KOut, VOut> get() {
                    return processorSupplier.get();
                }

                @Override
                public Set<StoreBuilder<?>> stores() {
                    return Set.of(other);
                }
            };
        }

        @Override
        public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
            return ProcessorWrapper.asWrappedFixedKey(processorSupplier);
        }
    }

    private static final class Idle implements Processor<Object, Object, Object, Object> {
        @Override
        public void process(Record<Object, Object> record) {}
    }

    private static final class Keeper implements Processor<Object, Object, Void, Void> {
        @Override
        public void process(Record<Object, Object> record) {}
    }

    private static final class Stored implements ProcessorSupplier<Object, Object, Object, Object> {
        @Override
        public Processor<Object, Object, Object, Object> get() {
            return new Idle();
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(store("own"));
        }
    }
}
