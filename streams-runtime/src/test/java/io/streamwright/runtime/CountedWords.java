package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.Topology;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Words on an input topic and a part of a program that counts them in a store: knows what the output, the changelog and the store
 * hold if every word was counted once.
 *
 * <p>Owner: the test.
 */
final class CountedWords {
    /** Keys that fall into both of two partitions. */
    private static final List<String> WORDS = List.of("apple", "pear", "plum", "fig", "quince", "grape");

    private static final String DUMP = "dump what the store holds";

    private final AppHarness harness;
    private final String input;
    private final Map<String, Long> written = new HashMap<>();

    /** Creates the topics, of which each further one is named after the input. */
    CountedWords(AppHarness harness, String input, int partitions) {
        this.harness = harness;
        this.input = input;
        harness.createTopic(input, partitions);
        harness.createTopic(output(), partitions);
        harness.createTopic(dump(), 1);
    }

    String input() {
        return input;
    }

    /** Returns the name of the source, for further processors behind it. */
    String source() {
        return input + "-source";
    }

    String output() {
        return input + "-counted";
    }

    String changelog() {
        return "app-" + store() + "-changelog";
    }

    private String dump() {
        return input + "-dump";
    }

    private String store() {
        return input + "-counts";
    }

    /** Adds the counting, a sub-topology of its own. */
    Topology addTo(Topology topology) {
        return topology.addSource(source(), input)
                .addProcessor(input + "-count", () -> new Count(store(), output(), dump()), source())
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore(store()), Serdes.String(), Serdes.Long()),
                        input + "-count")
                .addSink(output(), output(), new StringSerializer(), new LongSerializer(), input + "-count")
                .addSink(dump(), dump(), new StringSerializer(), new LongSerializer(), input + "-count");
    }

    /** Writes and commits every word once. */
    void write() {
        write("x");
        WORDS.forEach(word -> written.merge(word, 1L, Long::sum));
    }

    /** Has the program say what its stores hold, as a check asks for; write no more words behind it. */
    void writeDump() {
        write(DUMP);
    }

    private void write(String value) {
        harness.write(
                input,
                WORDS.stream().flatMap(word -> List.of(word, value).stream()).toArray(String[]::new));
    }

    /**
     * Checks that the output counts each word up without a gap or a repetition, and that stores and changelog hold the last counts,
     * after {@link #writeDump}.
     */
    void assertExactlyOnce() {
        assertCountedUp(written);
        assertThat(last(harness.read(changelog(), new LongDeserializer()))).isEqualTo(written);
        assertThat(last(harness.read(dump(), new LongDeserializer()))).isEqualTo(written);
    }

    /** Returns how often the program is to count. */
    long count() {
        return written.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Checks that the output counts each word up to the last one written. */
    void assertOutputComplete() {
        assertCountedUp(written);
    }

    /** Checks that nothing of the last {@link #write} is in the output, and everything before it is. */
    void assertOutputCompleteButLast() {
        Map<String, Long> before = new HashMap<>();
        written.forEach((word, times) -> before.put(word, times - 1));
        assertCountedUp(before);
    }

    /** Checks that the output counts each word up without a gap or a repetition, as far as it goes. */
    void assertNothingTwice() {
        assertCountedUp(last(harness.read(output(), new LongDeserializer())));
    }

    private void assertCountedUp(Map<String, Long> ends) {
        Map<String, List<Long>> counted = new HashMap<>();
        for (ConsumerRecord<String, Long> record : harness.read(output(), new LongDeserializer())) {
            counted.computeIfAbsent(record.key(), word -> new ArrayList<>()).add(record.value());
        }
        Map<String, List<Long>> expected = new HashMap<>();
        ends.forEach((word, end) -> expected.put(word, upTo(end)));
        assertThat(counted).isEqualTo(expected);
    }

    private static List<Long> upTo(long last) {
        List<Long> counts = new ArrayList<>();
        for (long count = 1; count <= last; count++) {
            counts.add(count);
        }
        return counts;
    }

    private static Map<String, Long> last(List<ConsumerRecord<String, Long>> records) {
        Map<String, Long> last = new HashMap<>();
        records.forEach(record -> last.put(record.key(), record.value()));
        return last;
    }

    private static final class Count extends ContextualProcessor<String, String, String, Long> {
        private final String store;
        private final String output;
        private final String dump;

        Count(String store, String output, String dump) {
            this.store = store;
            this.output = output;
            this.dump = dump;
        }

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, Long> counts = context().getStateStore(store);
            if (record.value().equals(DUMP)) {
                dump(counts, record);
                return;
            }
            Long before = counts.get(record.key());
            long now = before == null ? 1 : before + 1;
            counts.put(record.key(), now);
            context().forward(record.withValue(now), output);
        }

        private void dump(KeyValueStore<String, Long> counts, Record<String, String> record) {
            try (KeyValueIterator<String, Long> all = counts.all()) {
                all.forEachRemaining(
                        entry -> context().forward(new Record<>(entry.key, entry.value, record.timestamp()), dump));
            }
        }
    }
}
