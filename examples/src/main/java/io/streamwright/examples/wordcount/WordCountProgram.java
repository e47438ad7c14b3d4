package io.streamwright.examples.wordcount;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.Produced;
import io.streamwright.state.KeyValueStore;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** From lines of text to a table of how often each word occurs. */
final class WordCountProgram {
    static final String APPLICATION_ID = "word-count";
    /** Lines of text in UTF-8, without a key. */
    static final String LINES = "lines";
    /** By word, how often it occurs: the last record of a word holds. */
    static final String COUNTS = "counts";

    static final List<String> TOPICS = List.of(LINES, COUNTS);

    private WordCountProgram() {}

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(LINES, Consumed.with(Serdes.ByteArray(), Serdes.String()))
                .flatMapValues(Words::of)
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("words"))
                .toStream()
                .to(COUNTS, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }
}
