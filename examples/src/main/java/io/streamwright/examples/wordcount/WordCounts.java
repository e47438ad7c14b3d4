package io.streamwright.examples.wordcount;

import io.streamwright.log.LogClient;
import io.streamwright.log.TopicReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * How often each word was counted, as the committed records of a topic say. Immutable.
 *
 * @param byWord the last count of each word
 */
record WordCounts(Map<String, Long> byWord) {
    WordCounts {
        byWord = Map.copyOf(byWord);
    }

    /** Reads all committed records of a topic of counts. */
    static WordCounts read(LogClient log, String topic) {
        Map<String, Long> counts = new HashMap<>();
        try (TopicReader<String, Long> reader =
                TopicReader.open(log, topic, new StringDeserializer(), new LongDeserializer())) {
            for (ConsumerRecord<String, Long> record : reader.readAll()) {
                counts.put(record.key(), record.value());
            }
        }
        return new WordCounts(counts);
    }

    /** Returns how many words were counted. */
    long total() {
        return byWord.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the most frequent words, in the order of {@code sort -rn}: of equally frequent ones the last first. */
    List<Map.Entry<String, Long>> top(int limit) {
        return byWord.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey())
                        .reversed())
                .limit(limit)
                .toList();
    }
}
