package io.streamwright.porting.after;

import io.streamwright.KeyValue;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Named;
import io.streamwright.kstream.Produced;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.kstream.TableJoined;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.runtime.StreamsApp;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Settles card payments, keeps accounts, and sums these up by branch.
 *
 * <p>An authorization and a settlement are {@code account:cents}, by payment; an account is {@code branch:owner}; a branch is
 * its name.
 */
public final class BranchAccounts {
    private static final String BALANCES = "balances";
    private static final Serde<String> TEXT = Serdes.String();
    private static final Serde<Long> CENTS = Serdes.Long();

    private BranchAccounts() {}

    /** Starts it. */
    public static StreamsApp start(Properties settings) {
        settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
        StreamsApp streams = new StreamsApp(topology(), settings);
        streams.start();
        return streams;
    }

    /** Returns the program. */
    public static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.timestampedKeyValueStoreBuilder(Stores.persistentTimestampedKeyValueStore(BALANCES), TEXT, CENTS)
                        .withLoggingEnabled(Map.of("cleanup.policy", "compact")));
        KStream<String, String> authorized = builder.stream("authorizations", Consumed.with(TEXT, TEXT));
        KStream<String, String> settled = builder.stream("settlements", Consumed.with(TEXT, TEXT));
        KTable<String, String> accounts = builder.table("accounts", Consumed.with(TEXT, TEXT));
        KTable<String, String> branches =
                builder.table("branches", Consumed.with(TEXT, TEXT), Materialized.as("branches"));

        KStream<String, String> payments = authorized.leftJoin(
                settled,
                (authorization, settlement) -> settlement == null ? "lapsed:" + authorization : "paid:" + settlement,
                JoinWindows.ofTimeDifferenceAndGrace(Duration.ofSeconds(60), Duration.ofSeconds(5)),
                StreamJoined.with(TEXT, TEXT, TEXT).withName("settle").withStoreName("settle"));
        payments.filter((payment, outcome) -> outcome.startsWith("lapsed:")).to("lapsed", Produced.with(TEXT, TEXT));

        KTable<String, Long> balances = payments.filter((payment, outcome) -> outcome.startsWith("paid:"))
                .selectKey((payment, outcome) -> outcome.split(":", -1)[1])
                .mapValues(outcome -> Long.parseLong(outcome.split(":", -1)[2]))
                .repartition(Repartitioned.with(TEXT, CENTS).withName("paid"))
                .process(keepBalances(), Named.as("keep-balances"), BALANCES)
                .toTable(Named.as("balances-of-accounts"), Materialized.with(TEXT, CENTS));

        KTable<String, String> statements = accounts.join(
                branches,
                account -> account.split(":", -1)[0],
                (account, branch) -> branch + ":" + account.split(":", -1)[1],
                TableJoined.as("account-and-branch"),
                Materialized.with(TEXT, TEXT));
        statements
                .leftJoin(
                        balances,
                        (statement, cents) -> statement + ":" + (cents == null ? 0 : cents),
                        Materialized.with(TEXT, TEXT))
                .toStream()
                .to("statements", Produced.with(TEXT, TEXT));

        statements
                .leftJoin(balances, (statement, cents) ->
                        new Object[] {statement.split(":", -1)[0], cents == null ? 0L : cents})
                .filter((account, row) -> !((String) row[0]).isEmpty())
                .groupBy(
                        (account, row) -> KeyValue.pair((String) row[0], (Long) row[1]),
                        Grouped.with("branch", TEXT, CENTS))
                .reduce(
                        Long::sum,
                        (sum, gone) -> sum - gone,
                        Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("branch-sums")
                                .withKeySerde(TEXT)
                                .withValueSerde(CENTS))
                .toStream()
                .mapValues(cents -> String.valueOf(cents))
                .to("branch-sums", Produced.with(TEXT, TEXT));
        return builder.build();
    }

    private static ProcessorSupplier<String, Long, String, Long> keepBalances() {
        return () -> new ContextualProcessor<>() {
            private TimestampedKeyValueStore<String, Long> balances;

            @Override
            public void init(ProcessorContext<String, Long> context) {
                super.init(context);
                balances = context.getStateStore(BALANCES);
                context.schedule(Duration.ofMinutes(5), PunctuationType.WALL_CLOCK_TIME, now -> dropSettled());
            }

            private void dropSettled() {
                try (KeyValueIterator<String, ValueAndTimestamp<Long>> all = balances.all()) {
                    all.forEachRemaining(entry -> {
                        if (entry.value.value() == 0) {
                            balances.delete(entry.key);
                        }
                    });
                }
            }

            @Override
            public void process(Record<String, Long> payment) {
                ValueAndTimestamp<Long> before = balances.get(payment.key());
                long now = (before == null ? 0 : before.value()) + payment.value();
                balances.put(payment.key(), ValueAndTimestamp.make(now, payment.timestamp()));
                context().forward(payment.withValue(now));
            }
        };
    }
}
