package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.dsl.program.KafkaVersionedPrograms;
import io.streamwright.dsl.program.VersionedPrograms;
import io.streamwright.testing.DriverComparison.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Whatever comes in whatever order, programs with versioned tables do what they do in Kafka Streams. */
final class VersionedDifferentialTest {
    /** Short, so that records come too late. */
    private static final Duration RETENTION = Duration.ofMillis(40);

    /** A record; its time is counted from where its place in the input says, so that most are out of order and few too late. */
    record Input(int topic, int key, String value, int time, boolean header) {}

    @Provide
    Arbitrary<List<Input>> inputs() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 2),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of("a", "ab", "bcd", "x y", null),
                        Arbitraries.integers().between(0, 60),
                        Arbitraries.of(true, false))
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property
    void tables(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned table", inputs, cached);
    }

    @Property
    void filters(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned table filters", inputs, cached);
    }

    @Property
    void filtersInStores(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned table filters in stores", inputs, cached);
    }

    @Property
    void valuesInStores(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned table values", inputs, cached);
    }

    @Property
    void innerLeftAndOuterJoins(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned table joins", inputs, cached);
    }

    @Property
    void innerLeftAndOuterJoinsWithPlainTables(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached)
            throws IOException {
        compare("versioned table joins with plain tables", inputs, cached);
    }

    @Property
    void joinsOfFilters(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned table joins of filters", inputs, cached);
    }

    @Property
    void groupsAndTheirAggregates(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned grouped table", inputs, cached);
    }

    @Property
    void innerAndLeftStreamJoins(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned stream table joins", inputs, cached);
    }

    @Property
    void streamJoinsOfDerivedTables(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned stream table joins of derived tables", inputs, cached);
    }

    @Property
    void streamJoinsWithGrace(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned stream table join with grace", inputs, cached);
    }

    @Property
    void streamLeftJoinsWithGrace(@ForAll("inputs") List<Input> inputs, @ForAll boolean cached) throws IOException {
        compare("versioned stream table left join with grace", inputs, cached);
    }

    private static void compare(String program, List<Input> inputs, boolean cached) throws IOException {
        Path directory = Files.createTempDirectory("versioned");
        try {
            DriverComparison comparison = new DriverComparison(
                    VersionedPrograms.withHistoryOf(RETENTION).get(program),
                    KafkaVersionedPrograms.withHistoryOf(RETENTION).get(program),
                    directory,
                    cached ? "10485760" : "0");
            List<ProducerRecord<String, String>> records = records(inputs);
            Seen expected = comparison.theirs(records);
            Seen seen = comparison.ours(records);
            assertThat(seen.records).isEqualTo(expected.records);
            assertThat(seen.stores).isEqualTo(expected.stores);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** A key has one record for each time: Kafka Streams forgets some deletions otherwise, see the comparison of stores. */
    private static List<ProducerRecord<String, String>> records(List<Input> inputs) {
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        Set<String> times = new HashSet<>();
        for (int index = 0; index < inputs.size(); index++) {
            Input input = inputs.get(index);
            String key = "k" + input.key;
            long time = index * 2L + input.time;
            RecordHeaders headers = new RecordHeaders();
            if (input.header) {
                headers.add("h", String.valueOf(index).getBytes(StandardCharsets.UTF_8));
            }
            if (times.add(key + "@" + time)) {
                records.add(new ProducerRecord<>("in" + input.topic, null, time, key, input.value, headers));
            }
        }
        return records;
    }
}
