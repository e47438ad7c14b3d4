package io.streamwright.recipe.dsl;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.time.Duration;
import org.apache.kafka.common.utils.Bytes;

/** What {@code docs/dsl.md} shows of state that ends, and of what it keeps. Thread-safe: holds nothing. */
final class LimitedStateRecipes {
    private LimitedStateRecipes() {}

    static void distinct(KStream<String, String> payments) {
        // recipe: begin
        payments.distinct(Duration.ofHours(1)).to("payments-once");
        // recipe: end
    }

    static void headers(StreamsBuilder builder) {
        // recipe: begin
        KTable<String, String> prices = builder.table(
                "prices", Materialized.as(Stores.persistentTimestampedKeyValueStoreWithHeaders("prices")));
        // recipe: end
        prices.toStream().to("out1");
    }

    static void timeToLive(KStream<String, String> clicks) {
        // recipe: begin
        KTable<String, Long> active = clicks.groupByKey()
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("active")
                        .withTimeToLive(Duration.ofDays(30)));
        // recipe: end
        active.toStream().mapValues(count -> String.valueOf(count)).to("out1");
    }
}
