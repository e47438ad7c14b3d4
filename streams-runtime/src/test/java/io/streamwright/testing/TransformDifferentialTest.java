package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.dsl.program.TransformPrograms;
import io.streamwright.testing.DriverComparison.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Whatever comes, deletions included, transformed tables are seen as in Kafka Streams. */
final class TransformDifferentialTest {
    /** Differs on purpose where rows are deleted or out of order: {@link DriverDifferentialTest} runs it with others. */
    private static final String FOREIGN_KEYS = "foreign-key join of transformed tables";

    /** A record of the input; key and value may be null. */
    record Input(int topic, String key, String value, int lateMs, String header) {}

    @Provide
    Arbitrary<String> programs() {
        return Arbitraries.of(TransformPrograms.all().keySet()).filter(name -> !name.equals(FOREIGN_KEYS));
    }

    @Provide
    Arbitrary<List<Input>> inputs() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of("k0", "k1", "k2").injectNull(0.1),
                        Arbitraries.of("a", "ab", "del", "b2", "a1").injectNull(0.2),
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.of("1", "2").injectNull(0.5))
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property
    void transformedTables_areSeenAsInKafkaStreams(
            @ForAll("programs") String program, @ForAll boolean cached, @ForAll("inputs") List<Input> inputs)
            throws IOException {
        // given
        Path directory = Files.createTempDirectory("transform");
        try {
            DriverComparison comparison = new DriverComparison(program, directory, cached ? "10485760" : "0", "none");
            List<ProducerRecord<String, String>> records = records(inputs);
            Seen expected = comparison.theirs(records);
            // when
            Seen seen = comparison.ours(records);
            // then
            assertThat(seen.records).isEqualTo(expected.records);
            assertThat(seen.changelogs).isEqualTo(expected.changelogs);
            assertThat(seen.stores).isEqualTo(expected.stores);
            assertThat(seen.refused).isEqualTo(expected.refused);
        } finally {
            TestDirectories.delete(directory);
        }
    }

    private static List<ProducerRecord<String, String>> records(List<Input> inputs) {
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        for (Input input : inputs) {
            RecordHeaders headers = new RecordHeaders();
            if (input.header != null) {
                headers.add("h", input.header.getBytes(StandardCharsets.UTF_8));
            }
            long timestamp = Math.max(0, records.size() * 10L - input.lateMs);
            records.add(new ProducerRecord<>("in" + input.topic, null, timestamp, input.key, input.value, headers));
        }
        return records;
    }
}
