package io.streamwright.porting.before;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Branched;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.GlobalKTable;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Joined;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Takes orders, leaves out those that come twice, prices them, and sends them to the warehouses.
 *
 * <p>An order is {@code product:pieces:customer}, by its number; a customer is {@code name:class}; a product is
 * {@code name:price}.
 */
public final class OrderFulfilment {
    private static final String SEEN = "seen-orders";
    private static final Duration REMEMBERED = Duration.ofMinutes(10);
    private static final Serde<String> TEXT = Serdes.String();

    private OrderFulfilment() {}

    /** Starts it. */
    public static KafkaStreams start(Properties settings) {
        KafkaStreams streams = new KafkaStreams(topology(), settings);
        streams.start();
        return streams;
    }

    /** Returns the program. */
    public static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> customers =
                builder.table("customers", Consumed.with(TEXT, TEXT), Materialized.as("customers"));
        GlobalKTable<String, String> products = builder.globalTable("products", Consumed.with(TEXT, TEXT));

        Map<String, KStream<String, String>> orders = builder.stream("orders", Consumed.with(TEXT, TEXT))
                .peek((number, order) -> requireNumber(number))
                .filterNot((number, order) -> order.isBlank(), Named.as("not-blank"))
                .processValues(new OnlyOnce(), Named.as("only-once"))
                .split(Named.as("order-"))
                .branch((number, order) -> order.split(":", -1).length == 3, Branched.as("good"))
                .defaultBranch(Branched.as("bad"));
        orders.get("order-bad")
                .mapValues((number, order) -> "order " + number + " is malformed: " + order)
                .to("complaints", Produced.with(TEXT, TEXT));

        KStream<String, String> priced = orders.get("order-good")
                .leftJoin(
                        products,
                        (number, order) -> order.split(":", -1)[0],
                        (order, product) -> product == null ? order + ":unknown" : order + ":" + price(order, product));
        priced.filter((number, order) -> order.endsWith(":unknown"))
                .mapValues((number, order) -> "order " + number + " is for an unknown product")
                .to("complaints", Produced.with(TEXT, TEXT));

        KStream<String, String> byCustomer = priced.filter((number, order) -> !order.endsWith(":unknown"))
                .map((number, order) -> KeyValue.pair(order.split(":", -1)[2], number + ":" + order));
        KStream<String, String> parcels = byCustomer
                .repartition(Repartitioned.with(TEXT, TEXT).withName("by-customer"))
                .leftJoin(customers, OrderFulfilment::parcel, Joined.with(TEXT, TEXT, TEXT));
        parcels.to(
                (customer, parcel, context) -> parcel.startsWith("express") ? "warehouse-express" : "warehouse",
                Produced.with(TEXT, TEXT));

        parcels.groupBy(
                        (customer, parcel) -> parcel.substring(0, parcel.indexOf(' ')),
                        Grouped.with("class", TEXT, TEXT))
                .aggregate(
                        () -> 0L,
                        (kind, parcel, sum) -> sum + Long.parseLong(parcel.substring(parcel.lastIndexOf('=') + 1)),
                        Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("turnover")
                                .withKeySerde(TEXT)
                                .withValueSerde(Serdes.Long()))
                .toStream()
                .mapValues(sum -> Long.toString(sum))
                .to("turnover", Produced.with(TEXT, TEXT));
        return builder.build();
    }

    private static void requireNumber(String number) {
        if (number == null) {
            throw new IllegalArgumentException("an order without a number");
        }
    }

    private static long price(String order, String product) {
        return Long.parseLong(order.split(":", -1)[1]) * Long.parseLong(product.split(":", -1)[1]);
    }

    private static String parcel(String order, String customer) {
        String[] cells = order.split(":", -1);
        String kind = customer == null ? "normal" : customer.split(":", -1)[1].toLowerCase(Locale.ROOT);
        String name = customer == null ? "?" : customer.split(":", -1)[0];
        return kind + " " + name + " " + cells[1] + "x" + cells[2] + " total=" + cells[4];
    }

    /** Drops orders whose number was seen before, as long as it is remembered. */
    private static final class OnlyOnce implements FixedKeyProcessorSupplier<String, String, String> {
        @Override
        public FixedKeyProcessor<String, String, String> get() {
            return new FixedKeyProcessor<>() {
                private FixedKeyProcessorContext<String, String> context;
                private KeyValueStore<String, Long> seen;

                @Override
                public void init(FixedKeyProcessorContext<String, String> context) {
                    this.context = context;
                    this.seen = context.getStateStore(SEEN);
                    context.schedule(REMEMBERED, PunctuationType.STREAM_TIME, this::forget);
                }

                private void forget(long now) {
                    try (KeyValueIterator<String, Long> all = seen.all()) {
                        while (all.hasNext()) {
                            KeyValue<String, Long> entry = all.next();
                            if (entry.value < now - REMEMBERED.toMillis()) {
                                seen.delete(entry.key);
                            }
                        }
                    }
                }

                @Override
                public void process(FixedKeyRecord<String, String> order) {
                    if (seen.putIfAbsent(order.key(), order.timestamp()) == null) {
                        context.forward(order);
                    }
                }
            };
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(SEEN), TEXT, Serdes.Long()));
        }
    }
}
