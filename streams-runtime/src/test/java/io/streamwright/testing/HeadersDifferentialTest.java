package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.store.TaggingSerde;
import io.streamwright.testing.DriverComparison.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** Whatever is done with a store with headers, it holds, returns and logs what it does in Kafka Streams. */
final class HeadersDifferentialTest {

    /** What is done; its time is counted from where its place in the input says, so that many are out of order. */
    record Step(String verb, int key, String value, int time, List<String> headers) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(
                                "put", "put", "put", "delete", "clear", "absent", "several", "range", "all", "get"),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of("a", "", "ab", "bcd", "é"),
                        Arbitraries.integers().between(0, 60),
                        Arbitraries.of("x", "", "yy", "é").list().ofMaxSize(3))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property
    void keyValueStores(@ForAll("steps") List<Step> steps, @ForAll boolean inMemory, @ForAll boolean tagging)
            throws IOException {
        Serde<String> values = values(tagging);
        compare(
                HeadersStorePrograms.keyValue(inMemory, values),
                KafkaHeadersStorePrograms.keyValue(inMemory, values),
                steps);
    }

    @Property
    void windowStores(@ForAll("steps") List<Step> steps, @ForAll boolean inMemory, @ForAll boolean tagging)
            throws IOException {
        Serde<String> values = values(tagging);
        compare(
                HeadersStorePrograms.windows(inMemory, values),
                KafkaHeadersStorePrograms.windows(inMemory, values),
                steps);
    }

    @Property
    void sessionStores(@ForAll("steps") List<Step> steps, @ForAll boolean inMemory, @ForAll boolean tagging)
            throws IOException {
        Serde<String> values = values(tagging);
        compare(
                HeadersStorePrograms.sessions(inMemory, values),
                KafkaHeadersStorePrograms.sessions(inMemory, values),
                steps);
    }

    private static Serde<String> values(boolean tagging) {
        return tagging ? new TaggingSerde() : Serdes.String();
    }

    private static void compare(
            Consumer<StreamsBuilder> ours, Consumer<org.apache.kafka.streams.StreamsBuilder> theirs, List<Step> steps)
            throws IOException {
        Path directory = Files.createTempDirectory("headers");
        try {
            DriverComparison comparison = new DriverComparison(ours, theirs, directory, "0").withHeaders();
            List<ProducerRecord<String, String>> records = records(steps);
            Seen expected = comparison.theirs(records);
            Seen seen = comparison.ours(records);
            assertThat(seen.records).isEqualTo(expected.records);
            assertThat(seen.changelogs).isEqualTo(expected.changelogs);
            assertThat(seen.stores).isEqualTo(expected.stores);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static List<ProducerRecord<String, String>> records(List<Step> steps) {
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        for (int index = 0; index < steps.size(); index++) {
            Step step = steps.get(index);
            RecordHeaders headers = new RecordHeaders();
            for (String header : step.headers) {
                headers.add("h" + header, (header + index).getBytes(StandardCharsets.UTF_8));
            }
            long time = 1 + index * 4L + step.time;
            records.add(new ProducerRecord<>("in1", null, time, "k" + step.key, step.verb + " " + step.value, headers));
        }
        return records;
    }
}
