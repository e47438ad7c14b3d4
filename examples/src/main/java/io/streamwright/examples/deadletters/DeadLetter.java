package io.streamwright.examples.deadletters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamwright.log.LogClient;
import io.streamwright.log.TopicReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A line that was not processed. Immutable.
 *
 * @param place topic, partition and offset of the line
 * @param exception class of what was thrown
 * @param reason its message
 * @param line the line as it was read
 */
record DeadLetter(String place, String exception, String reason, String line) {
    private static final String HEADER = "__streams.errors.";

    /** Reads all committed dead letters of a topic. */
    static List<DeadLetter> readAll(LogClient log, String topic) {
        List<DeadLetter> letters = new ArrayList<>();
        try (TopicReader<byte[], String> reader =
                TopicReader.open(log, topic, new ByteArrayDeserializer(), new StringDeserializer())) {
            for (ConsumerRecord<byte[], String> record : reader.readAll()) {
                String place = text(record, "topic") + "-" + text(record, "partition") + "@" + text(record, "offset");
                letters.add(new DeadLetter(place, text(record, "exception"), text(record, "message"), record.value()));
            }
        }
        return letters;
    }

    private static String text(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(HEADER + name);
        return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
    }
}
