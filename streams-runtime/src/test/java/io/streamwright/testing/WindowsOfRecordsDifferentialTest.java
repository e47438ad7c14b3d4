package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.testing.AggregationSample.Work;
import io.streamwright.testing.DriverComparison.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Whatever comes, aggregations in windows that are made of the records write and keep what those of Kafka Streams do. */
final class WindowsOfRecordsDifferentialTest {

    /** A record of the input; key and value may be null. */
    record Input(String key, String value, long timestamp) {}

    @Provide
    Arbitrary<List<Input>> inputs() {
        Arbitrary<String> key = Arbitraries.of("a", "b", "c").injectNull(0.1);
        Arbitrary<String> value = Arbitraries.of("x", "y", "del", "").injectNull(0.15);
        Arbitrary<Long> timestamp = Arbitraries.longs().between(0, 80);
        return Combinators.combine(key, value, timestamp)
                .as(Input::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Property
    void slidingCount_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(min = 1, max = 20) long difference,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSliding(new AggregationSample(Work.COUNT, difference, grace, inMemory, true), inputs, cached);
    }

    @Property
    void slidingReduce_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(min = 1, max = 20) long difference,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSliding(new AggregationSample(Work.REDUCE, difference, grace, inMemory, true), inputs, cached);
    }

    @Property
    void slidingAggregate_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(min = 1, max = 20) long difference,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSliding(new AggregationSample(Work.AGGREGATE, difference, grace, inMemory, true), inputs, cached);
    }

    @Property
    void slidingAggregateThatDeletes_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(min = 1, max = 20) long difference,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSliding(
                new AggregationSample(Work.DELETING_AGGREGATE, difference, grace, inMemory, true), inputs, cached);
    }

    @Property
    void finalResultsOfSlidingWindows_areThoseOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(min = 1, max = 20) long difference,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSliding(new AggregationSample(Work.FINAL, difference, grace, inMemory, true), inputs, cached);
    }

    private static void compareSliding(AggregationSample sample, List<Input> inputs, boolean cached)
            throws IOException {
        compare(
                sample,
                AggregationPrograms.sliding(sample),
                KafkaAggregationPrograms.sliding(sample),
                records(inputs, sample.work() != Work.FINAL),
                cached);
    }

    @Property
    void sessionCount_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(max = 20) long gap,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSessions(new AggregationSample(Work.COUNT, gap, grace, inMemory, true), inputs, cached);
    }

    @Property
    void sessionReduce_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(max = 20) long gap,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSessions(new AggregationSample(Work.REDUCE, gap, grace, inMemory, true), inputs, cached);
    }

    @Property
    void sessionAggregate_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(max = 20) long gap,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSessions(new AggregationSample(Work.AGGREGATE, gap, grace, inMemory, true), inputs, cached);
    }

    @Property
    void sessionAggregateThatDeletes_isThatOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(max = 20) long gap,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        compareSessions(new AggregationSample(Work.DELETING_AGGREGATE, gap, grace, inMemory, true), inputs, cached);
    }

    /** Without records that are too late for an open session: those make final results of Kafka Streams contradict each other. */
    @Property
    void finalResultsOfSessions_areThoseOfKafkaStreams(
            @ForAll("inputs") List<Input> inputs,
            @ForAll @LongRange(max = 20) long gap,
            @ForAll @LongRange(max = 40) long grace,
            @ForAll boolean inMemory,
            @ForAll boolean cached)
            throws IOException {
        List<Input> notLate = new ArrayList<>();
        long streamTimeMs = 0;
        for (Input input : inputs) {
            streamTimeMs = input.key == null ? streamTimeMs : Math.max(streamTimeMs, input.timestamp);
            if (input.timestamp >= streamTimeMs - grace) {
                notLate.add(input);
            }
        }
        compareSessions(new AggregationSample(Work.FINAL, gap, grace, inMemory, true), notLate, cached);
    }

    private static void compareSessions(AggregationSample sample, List<Input> inputs, boolean cached)
            throws IOException {
        compare(
                sample,
                AggregationPrograms.sessions(sample),
                KafkaAggregationPrograms.sessions(sample),
                records(inputs, cached && sample.work() != Work.FINAL),
                cached);
    }

    private static void compare(
            AggregationSample sample,
            Consumer<StreamsBuilder> ours,
            Consumer<org.apache.kafka.streams.StreamsBuilder> theirs,
            List<ProducerRecord<String, String>> records,
            boolean cached)
            throws IOException {
        Path directory = Files.createTempDirectory("windows-of-records");
        try {
            // given
            DriverComparison comparison = new DriverComparison(ours, theirs, directory, cached ? "10485760" : "0");
            Seen expected = comparison.theirs(records);
            // when
            Seen seen = comparison.ours(records);
            // then
            assertThat(seen.records).as("%s of %s", sample, records).isEqualTo(expected.records);
            assertThat(filled(seen.changelogs)).as("%s of %s", sample, records).isEqualTo(filled(expected.changelogs));
            assertThat(seen.stores).as("%s of %s", sample, records).isEqualTo(expected.stores);
        } finally {
            delete(directory);
        }
    }

    /** Only one library writes the deletion of a key that was never there, and so the changelog it is alone in. */
    private static Map<String, Map<String, String>> filled(Map<String, Map<String, String>> changelogs) {
        Map<String, Map<String, String>> filled = new TreeMap<>(changelogs);
        filled.values().removeIf(Map::isEmpty);
        return filled;
    }

    /** Final results have no headers here, nor have updates of sessions there without caching: then the input has none either. */
    private static List<ProducerRecord<String, String>> records(List<Input> inputs, boolean withHeaders) {
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        for (Input input : inputs) {
            RecordHeaders headers = new RecordHeaders();
            if (withHeaders && records.size() % 3 == 0) {
                headers.add("h", String.valueOf(records.size()).getBytes(StandardCharsets.UTF_8));
            }
            records.add(new ProducerRecord<>("in", null, input.timestamp, input.key, input.value, headers));
        }
        return records;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
