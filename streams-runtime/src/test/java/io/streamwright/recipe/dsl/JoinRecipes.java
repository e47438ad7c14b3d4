package io.streamwright.recipe.dsl;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.GlobalKTable;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.Joined;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.state.Stores;
import java.time.Duration;

/** What {@code docs/dsl.md} shows of joins and of tables. Thread-safe: holds nothing. */
final class JoinRecipes {
    private JoinRecipes() {}

    static void streams(KStream<String, String> views, KStream<String, String> clicks) {
        // recipe: begin
        JoinWindows within = JoinWindows.ofTimeDifferenceAndGrace(Duration.ofSeconds(30), Duration.ofSeconds(5));
        KStream<String, String> clicked = views.join(clicks, (view, click) -> view + click, within);
        KStream<String, String> allViews = views.leftJoin(clicks, (view, click) -> view + click, within);
        KStream<String, String> all = views.outerJoin(clicks, (view, click) -> view + click, within);
        // recipe: end
        clicked.merge(allViews).merge(all).to("out1");
    }

    static void streamWithTable(KStream<String, String> orders, KTable<String, String> customers) {
        // recipe: begin
        KStream<String, String> named = orders.join(customers, (order, customer) -> customer + ": " + order);
        KStream<String, String> allOrders =
                orders.leftJoin(customers, (order, customer) -> customer + ": " + order, Joined.as("with-customer"));
        // recipe: end
        named.merge(allOrders).to("out1");
    }

    static void streamWithGlobalTable(StreamsBuilder builder, KStream<String, String> orders) {
        // recipe: begin
        GlobalKTable<String, String> products = builder.globalTable("products");
        KStream<String, String> priced =
                orders.join(products, (number, order) -> order.substring(0, 1), (order, product) -> order + product);
        // recipe: end
        priced.to("out1");
    }

    static void tables(KTable<String, String> customers, KTable<String, String> addresses) {
        // recipe: begin
        KTable<String, String> both = customers.join(addresses, (customer, address) -> customer + ", " + address);
        KTable<String, String> left = customers.leftJoin(addresses, (customer, address) -> customer + ", " + address);
        KTable<String, String> any = customers.outerJoin(addresses, (customer, address) -> customer + ", " + address);
        // recipe: end
        both.toStream().merge(left.toStream()).merge(any.toStream()).to("out1");
    }

    static void foreignKeys(KTable<String, String> orders, KTable<String, String> customers) {
        // recipe: begin
        KTable<String, String> named =
                orders.join(customers, order -> order.substring(0, 1), (order, customer) -> customer + ": " + order);
        // recipe: end
        named.toStream().to("out1");
    }

    static void tableSteps(KTable<String, String> customers) {
        // recipe: begin
        KTable<String, String> near = customers.filter((name, city) -> city.equals("Berlin"), Materialized.as("near"));
        KTable<String, String> far = customers.filterNot((name, city) -> city.equals("Berlin"));
        KTable<String, Integer> lengths = customers.mapValues(city -> city.length());
        KStream<String, String> changes = customers.toStream();
        // recipe: end
        near.toStream().merge(far.toStream()).merge(changes).to("out1");
        lengths.toStream().mapValues(length -> String.valueOf(length)).to("out2");
    }

    static void versions(StreamsBuilder builder, KStream<String, String> orders) {
        // recipe: begin
        KTable<String, String> prices = builder.table(
                "prices", Materialized.as(Stores.persistentVersionedKeyValueStore("prices", Duration.ofDays(1))));
        KStream<String, String> priced = orders.join(
                prices,
                (order, price) -> order + price,
                Joined.<String, String, String>as("priced").withGracePeriod(Duration.ofSeconds(10)));
        // recipe: end
        priced.to("out1");
    }
}
