package io.streamwright.runtime;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.Materialized;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.TopicWriter;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.TimestampedKeyValueStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;

/** A process that runs an application with a global table, and writes to its topic until it is killed. Immutable: it holds nothing. */
final class KilledGlobalTable {
    /** Printed when the table is complete, then with each batch that is committed. */
    static final String READY = "ready";

    private static final int KEYS = 5_000;
    private static final int ROWS_OF_BATCH = 50;
    private static final Duration LONG = Duration.ofSeconds(60);

    private KilledGlobalTable() {}

    /** Runs until killed; the argument is the directory. */
    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[0]);
        try (StreamsApp app = new StreamsApp(topology(Map.of()), settings(directory));
                LogClient log = Logs.open(address(directory), Map.of())) {
            app.start();
            if (!app.awaitCaughtUp(LONG)) {
                throw new IllegalStateException("the table is not complete");
            }
            for (int batch = 0; ; batch++) {
                System.out.println(READY);
                write(log, batch * ROWS_OF_BATCH, ROWS_OF_BATCH, "late");
            }
        }
    }

    static String address(Path directory) {
        return "embedded:" + directory.resolve("log");
    }

    /** Writes rows, each tenth of them a deletion. */
    static void write(LogClient log, int from, int count, String value) {
        try (TopicWriter<String, String> writer =
                TopicWriter.open(log, "rows", new StringSerializer(), new StringSerializer(), "rows-writer")) {
            for (int row = from; row < from + count; row++) {
                writer.write("k" + row * 31 % KEYS, row % 10 == 9 ? null : value + row, row);
            }
            writer.commit();
        }
    }

    static Properties settings(Path directory) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, address(directory));
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.resolve("state").toString());
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return settings;
    }

    /** Keeps the table; each record of a stream shows all of its rows. */
    static Topology topology(Map<String, String> shown) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("rows", Materialized.as("table"));
        builder.<String, String>stream("looks")
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void process(Record<String, String> record) {
                        TimestampedKeyValueStore<String, String> table =
                                context().getStateStore("table");
                        try (var all = table.all()) {
                            all.forEachRemaining(row -> shown.put(row.key, row.value.value()));
                        }
                    }
                });
        return builder.build();
    }
}
