package io.streamwright.examples.handlers;

import io.streamwright.log.LogClient;
import io.streamwright.log.TopicReader;
import io.streamwright.log.TopicWriter;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes readings of some sensors, and checks what was counted.
 *
 * <p>Owner: the thread that runs the job.
 */
final class Readings implements AutoCloseable {
    /** Enough that every partition has some. */
    private static final int SENSORS = 60;

    private final LogClient log;
    private final TopicWriter<String, Long> writer;
    private long rounds;

    Readings(LogClient log) {
        this.log = log;
        this.writer =
                TopicWriter.open(log, CountProgram.READINGS, new StringSerializer(), new LongSerializer(), "sensors");
    }

    /** Has each sensor send a reading. */
    void write() {
        rounds++;
        for (int sensor = 0; sensor < SENSORS; sensor++) {
            writer.write("sensor-" + sensor, rounds);
        }
        writer.commit();
    }

    long written() {
        return rounds * SENSORS;
    }

    /** Returns how many readings were counted in order: what is lost, doubled or out of order does not count. */
    long countedOnce() {
        Map<String, Long> last = new HashMap<>();
        long once = 0;
        try (TopicReader<String, Long> reader =
                TopicReader.open(log, CountProgram.COUNTS, new StringDeserializer(), new LongDeserializer())) {
            for (ConsumerRecord<String, Long> record : reader.readAll()) {
                Long before = last.put(record.key(), record.value());
                once += record.value() == (before == null ? 1 : before + 1) ? 1 : 0;
            }
        }
        return once;
    }

    /** Returns how many counts there are. */
    long counts() {
        long counts = 0;
        try (TopicReader<String, Long> reader =
                TopicReader.open(log, CountProgram.COUNTS, new StringDeserializer(), new LongDeserializer())) {
            for (ConsumerRecord<String, Long> ignored : reader.readAll()) {
                counts++;
            }
        }
        return counts;
    }

    @Override
    public void close() {
        writer.close();
    }
}
