package io.streamwright.dsl.program;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.ValueTransformerWithKey;
import org.apache.kafka.streams.processor.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * KafkaPrograms whose tables are made by transformers, as those of {@link KafkaPrograms}.
 *
 * <p>The text of this class and that of its twin for the other library differ in nothing but package names.
 */
public final class KafkaTransformPrograms {
    private KafkaTransformPrograms() {}

    /** Returns all programs. */
    public static Map<String, Consumer<StreamsBuilder>> all() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("transformed table", KafkaTransformPrograms::table);
        programs.put("transformed table with a store", KafkaTransformPrograms::tableWithStore);
        programs.put("transformed table with names", KafkaTransformPrograms::tableWithNames);
        programs.put("transformed tables that are kept", KafkaTransformPrograms::keptTables);
        programs.put("transformed table without a changelog", KafkaTransformPrograms::withoutChangelog);
        programs.put("transformed aggregate", KafkaTransformPrograms::aggregate);
        programs.put("groups of transformed tables", KafkaTransformPrograms::groups);
        programs.put("joins with transformed tables", KafkaTransformPrograms::joins);
        programs.put("foreign-key join of transformed tables", KafkaTransformPrograms::foreignKeyJoin);
        programs.put("transformed tables in a chain", KafkaTransformPrograms::chain);
        programs.put("transformed versioned tables", KafkaTransformPrograms::versioned);
        return programs;
    }

    private static StoreBuilder<KeyValueStore<String, String>> counts(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.String());
    }

    private static void table(StreamsBuilder builder) {
        builder.<String, String>table("in1")
                .transformValues(Seen::new)
                .toStream()
                .to("out1");
        builder.<String, String>table("in2")
                .transformValues(Seen::new, Named.as("seen"))
                .toStream()
                .to("out2");
    }

    private static void tableWithStore(StreamsBuilder builder) {
        builder.addStateStore(counts("counts"));
        builder.<String, String>table("in1")
                .transformValues(() -> new Counted("counts"), "counts")
                .toStream()
                .to("out1");
    }

    private static void tableWithNames(StreamsBuilder builder) {
        builder.addStateStore(counts("counts"));
        KTable<String, String> table = builder.table("in1", Consumed.with(Serdes.String(), Serdes.String()));
        table.transformValues(
                        () -> new Counted("counts"),
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("kept")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String())
                                .withCachingDisabled(),
                        Named.as("counted"),
                        "counts")
                .toStream(Named.as("changes"))
                .to("out1");
        table.transformValues(() -> new Counted("counts"), Named.as("second"), "counts")
                .toStream()
                .to("out2");
    }

    private static void keptTables(StreamsBuilder builder) {
        builder.addStateStore(counts("counts"));
        builder.<String, String>table("in1")
                .transformValues(() -> new Counted("counts"), Materialized.as("kept"), "counts")
                .toStream()
                .to("out1");
        builder.<String, String>table("in2")
                .transformValues(Seen::new, Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out2");
        builder.<String, String>table("in3")
                .transformValues(Seen::new, Materialized.with(Serdes.String(), Serdes.String()), Named.as("not-kept"))
                .toStream()
                .to("out3");
    }

    private static void withoutChangelog(StreamsBuilder builder) {
        builder.<String, String>table("in1")
                .transformValues(
                        Seen::new,
                        Materialized.<String, String>as(Stores.inMemoryKeyValueStore("kept"))
                                .withLoggingDisabled())
                .toStream()
                .to("out1");
    }

    private static void aggregate(StreamsBuilder builder) {
        builder.addStateStore(counts("counts"));
        builder.<String, String>stream("in1")
                .groupByKey()
                .reduce((one, other) -> one + other)
                .transformValues(() -> new Counted("counts"), Materialized.as("kept"), "counts")
                .filter((key, value) -> !value.contains("1"))
                .toStream()
                .to("out1");
    }

    private static void groups(StreamsBuilder builder) {
        builder.addStateStore(counts("counts"));
        builder.<String, String>table("in1")
                .transformValues(Seen::new)
                .groupBy(
                        (key, value) -> KeyValue.pair(value.substring(0, 1), value),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out1");
        builder.<String, String>table("in2")
                .transformValues(() -> new Counted("counts"), Materialized.as("kept"), "counts")
                .groupBy(
                        (key, value) -> KeyValue.pair(value.substring(0, 1), value),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
                .toStream()
                .to("out2");
    }

    private static void joins(StreamsBuilder builder) {
        builder.addStateStore(counts("counts"));
        KTable<String, String> left = builder.<String, String>table("in1").transformValues(Seen::new);
        KTable<String, String> right = builder.<String, String>table("in2")
                .transformValues(() -> new Counted("counts"), Materialized.as("kept"), "counts");
        left.leftJoin(right, (one, other) -> one + "+" + other).toStream().to("out1");
        builder.<String, String>stream("in3")
                .leftJoin(left, (one, other) -> one + "+" + other)
                .to("out2");
        builder.<String, String>stream("in3")
                .join(right, (one, other) -> one + "+" + other)
                .to("out3");
    }

    private static void foreignKeyJoin(StreamsBuilder builder) {
        KTable<String, String> left = builder.<String, String>table("in1").transformValues(Plain::new);
        KTable<String, String> right = builder.<String, String>table("in2").transformValues(Plain::new);
        left.leftJoin(
                        right,
                        (key, value) -> "k" + value.length() % 4,
                        (one, other) -> one + "+" + other,
                        Materialized.with(Serdes.String(), Serdes.String()))
                .toStream()
                .to("out1");
    }

    private static void chain(StreamsBuilder builder) {
        builder.addStateStore(counts("counts"));
        builder.<String, String>table("in1")
                .mapValues(value -> value.startsWith("del") ? null : value)
                .transformValues(Seen::new)
                .transformValues(() -> new Counted("counts"), Named.as("counted"), "counts")
                .mapValues(value -> value + "!")
                .filter((key, value) -> !value.contains("2"))
                .toStream()
                .to("out1");
    }

    private static void versioned(StreamsBuilder builder) {
        KTable<String, String> rows = builder.table(
                "in1", Materialized.as(Stores.persistentVersionedKeyValueStore("rows", Duration.ofHours(1))));
        KTable<String, String> seen = rows.transformValues(Seen::new);
        KTable<String, String> kept = rows.transformValues(
                Plain::new, Materialized.as(Stores.persistentVersionedKeyValueStore("kept", Duration.ofHours(1))));
        builder.<String, String>stream("in2")
                .leftJoin(seen, (one, other) -> one + "+" + other)
                .to("out1");
        builder.<String, String>stream("in3")
                .join(kept, (one, other) -> one + "+" + other)
                .to("out2");
        seen.toStream().to("out3");
        kept.toStream().to("out4");
    }

    /** Shows the value, the key, and whatever the context knows of the record. */
    private static final class Seen implements ValueTransformerWithKey<String, String, String> {
        private ProcessorContext context;

        @Override
        public void init(ProcessorContext context) {
            this.context = context;
        }

        @Override
        public String transform(String key, String value) {
            if (value != null && value.startsWith("del")) {
                return null;
            }
            return (value == null ? "none" : value) + "(" + key + " " + context.topic() + " " + context.partition()
                    + " " + context.timestamp() + ")";
        }

        @Override
        public void close() {
            context = null;
        }
    }

    /** Puts the key before the value. */
    private static final class Plain implements ValueTransformerWithKey<String, String, String> {
        @Override
        public void init(ProcessorContext context) {}

        @Override
        public String transform(String key, String value) {
            return value == null ? null : key + value;
        }

        @Override
        public void close() {}
    }

    /** Counts in a store what it is called for, by key; rows without a value have none. */
    private static final class Counted implements ValueTransformerWithKey<String, String, String> {
        private final String storeName;
        private KeyValueStore<String, String> store;
        private ProcessorContext context;

        Counted(String storeName) {
            this.storeName = storeName;
        }

        @Override
        public void init(ProcessorContext context) {
            this.context = context;
            this.store = context.getStateStore(storeName);
        }

        @Override
        public String transform(String key, String value) {
            String count = store.get(key);
            String next = count == null ? "1" : String.valueOf(Integer.parseInt(count) + 1);
            store.put(key, next);
            return value == null ? null : value + "#" + next + " at " + context.timestamp();
        }

        @Override
        public void close() {
            store = null;
        }
    }
}
