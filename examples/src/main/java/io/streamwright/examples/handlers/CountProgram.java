package io.streamwright.examples.handlers;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.state.KeyValueStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** Counts the readings of each sensor: one task for each partition, each with a store and a transaction of its own. */
final class CountProgram {
    static final String APPLICATION_ID = "handlers";
    /** By sensor, what it read. */
    static final String READINGS = "readings";
    /** By sensor, how many readings it has sent, after each of them. */
    static final String COUNTS = "counts";

    static final List<String> TOPICS = List.of(READINGS, COUNTS);
    /** A task that nothing happens to, and one for each category. */
    static final int TASKS = 6;

    private CountProgram() {}

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(READINGS, Consumed.with(Serdes.String(), Serdes.Long()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Long()))
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("sensors"))
                .toStream()
                .to(COUNTS, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    static Properties settings(String logAddress, Path stateDirectory) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION_ID);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, logAddress);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 20);
        // Every count is written, so that a gap or a repetition would show.
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return settings;
    }

    /** Returns the name of the task of a partition. */
    static String task(int partition) {
        return "0_" + partition;
    }

    /** Returns the transactional id of the task of a partition. */
    static String writer(int partition) {
        return APPLICATION_ID + "-" + task(partition);
    }
}
