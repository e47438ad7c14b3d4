package io.streamwright.recipe.dsl;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Branched;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Printed;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.processor.api.ContextualFixedKeyProcessor;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.Record;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;

/** What {@code docs/dsl.md} shows of streams. Thread-safe: holds nothing. */
final class StreamRecipes {
    private StreamRecipes() {}

    static void sources(StreamsBuilder builder) {
        // recipe: begin
        KStream<String, String> orders = builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String()));
        KTable<String, String> customers = builder.table("customers", Materialized.as("customers"));
        // recipe: end
        orders.to("out1");
        customers.toStream().to("out2");
    }

    static void filters(KStream<String, String> orders) {
        // recipe: begin
        KStream<String, String> good = orders.filter((number, order) -> order.length() > 2);
        KStream<String, String> rest = orders.filterNot((number, order) -> order.length() > 2);
        // recipe: end
        good.merge(rest).to("out1");
    }

    static void values(KStream<String, String> orders) {
        // recipe: begin
        KStream<String, Integer> lengths = orders.mapValues(order -> order.length());
        KStream<String, String> words = orders.flatMapValues(order -> List.of(order.split(" ")));
        // recipe: end
        lengths.to("out1", Produced.valueSerde(Serdes.Integer()));
        words.to("out2");
    }

    static void keys(KStream<String, String> orders) {
        // recipe: begin
        KStream<String, String> byCustomer = orders.selectKey((number, order) -> order.substring(0, 1));
        KStream<String, String> turned = orders.map((number, order) -> KeyValue.pair(order, number));
        KStream<String, String> pieces = orders.flatMap((number, order) -> List.of(KeyValue.pair(order, number)));
        // recipe: end
        byCustomer.merge(turned).merge(pieces).to("out1");
    }

    static void looks(KStream<String, String> orders) {
        // recipe: begin
        orders.peek((number, order) -> System.out.println("saw " + number)).to("seen");
        orders.foreach((number, order) -> System.out.println(order));
        orders.print(Printed.<String, String>toSysOut().withLabel("orders"));
        // recipe: end
    }

    static void branches(KStream<String, String> orders) {
        // recipe: begin
        Map<String, KStream<String, String>> parts = orders.split(Named.as("orders-"))
                .branch((number, order) -> order.startsWith("!"), Branched.as("urgent"))
                .defaultBranch(Branched.as("normal"));
        parts.get("orders-normal").merge(parts.get("orders-urgent")).to("all-orders");
        // recipe: end
    }

    static void ends(KStream<String, String> orders) {
        // recipe: begin
        orders.to((number, order, context) -> order.startsWith("!") ? "urgent" : "normal", Produced.as("warehouse"));
        KStream<String, String> spread = orders.repartition(Repartitioned.numberOfPartitions(8));
        KTable<String, String> newest = orders.toTable(Materialized.as("newest"));
        // recipe: end
        spread.to("out1");
        newest.toStream().to("out2");
    }

    static void processors(KStream<String, String> orders) {
        // recipe: begin
        orders.process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void process(Record<String, String> order) {
                        context().forward(order.withKey(context().taskId().toString()));
                    }
                })
                .to("by-task");
        orders.processValues(() -> new ContextualFixedKeyProcessor<String, String, String>() {
                    @Override
                    public void process(FixedKeyRecord<String, String> order) {
                        context().forward(order.withValue(order.value() + "@" + order.timestamp()));
                    }
                })
                .to("dated");
        // recipe: end
    }
}
