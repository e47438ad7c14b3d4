package io.streamwright.testing;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Materialized;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.kstream.ValueJoiner;
import io.streamwright.testing.JoinModel.Input;
import io.streamwright.testing.JoinModel.Join;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Runs one join of streams in this library's driver, or in that of Kafka Streams. Thread-safe: holds nothing. */
final class StreamJoinRuns {

    private StreamJoinRuns() {}

    /** A join at work. Owner: one test. */
    interface Run extends AutoCloseable {
        /** Pipes a record. Returns the results, each as {@code key=value@timestamp}. */
        List<String> pipe(Input input);

        @Override
        void close();
    }

    static Ours ours(Join join, boolean cached) {
        StreamsBuilder builder = new StreamsBuilder();
        joined(join, builder.stream("left"), builder.stream("right")).to("out");
        return new Ours(builder, cached, false);
    }

    static Ours oursWithSelf(Join join, boolean cached, boolean optimized) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> stream = builder.stream("left");
        joined(join, stream, stream).to("out");
        return new Ours(builder, cached, optimized);
    }

    /**
     * The same with both streams in one topic, so that their order is the same when records are processed again. Values begin with L or
     * R for their stream.
     */
    static Ours oursOfOneTopic(Join join) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> both = builder.stream("left");
        joined(join, startingWith("L", both), startingWith("R", both)).to("out");
        return new Ours(builder, false, false);
    }

    private static KStream<String, String> startingWith(String side, KStream<String, String> both) {
        return both.filter((key, value) -> value.startsWith(side))
                .mapValues(value -> value.length() == 1 ? null : value.substring(1));
    }

    private static KStream<String, String> joined(
            Join join, KStream<String, String> left, KStream<String, String> right) {
        JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(
                        Duration.ofMillis(Math.max(join.before(), join.after())), Duration.ofMillis(join.grace()))
                .before(Duration.ofMillis(join.before()))
                .after(Duration.ofMillis(join.after()));
        StreamJoined<String, String, String> how =
                StreamJoined.with(join.inMemory() ? Materialized.StoreType.IN_MEMORY : Materialized.StoreType.ROCKS_DB);
        ValueJoiner<String, String, String> joiner = (one, other) -> one + "+" + other;
        return switch (join.kind()) {
            case INNER -> left.join(right, joiner, windows, how);
            case LEFT -> left.leftJoin(right, joiner, windows, how);
            case OUTER -> left.outerJoin(right, joiner, windows, how);
        };
    }

    static Run theirs(Join join, boolean cached) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        theirsJoined(join, builder.stream("left"), builder.stream("right")).to("out");
        return new Theirs(builder, cached, false);
    }

    static Run theirsWithSelf(Join join, boolean cached, boolean optimized) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        org.apache.kafka.streams.kstream.KStream<String, String> stream = builder.stream("left");
        theirsJoined(join, stream, stream).to("out");
        return new Theirs(builder, cached, optimized);
    }

    private static org.apache.kafka.streams.kstream.KStream<String, String> theirsJoined(
            Join join,
            org.apache.kafka.streams.kstream.KStream<String, String> left,
            org.apache.kafka.streams.kstream.KStream<String, String> right) {
        org.apache.kafka.streams.kstream.JoinWindows windows =
                org.apache.kafka.streams.kstream.JoinWindows.ofTimeDifferenceAndGrace(
                                Duration.ofMillis(Math.max(join.before(), join.after())),
                                Duration.ofMillis(join.grace()))
                        .before(Duration.ofMillis(join.before()))
                        .after(Duration.ofMillis(join.after()));
        org.apache.kafka.streams.kstream.StreamJoined<String, String, String> how =
                org.apache.kafka.streams.kstream.StreamJoined.with(
                        join.inMemory()
                                ? org.apache.kafka.streams.kstream.Materialized.StoreType.IN_MEMORY
                                : org.apache.kafka.streams.kstream.Materialized.StoreType.ROCKS_DB);
        org.apache.kafka.streams.kstream.ValueJoiner<String, String, String> joiner = (one, other) -> one + "+" + other;
        return switch (join.kind()) {
            case INNER -> left.join(right, joiner, windows, how);
            case LEFT -> left.leftJoin(right, joiner, windows, how);
            case OUTER -> left.outerJoin(right, joiner, windows, how);
        };
    }

    private static Properties settings(Path directory, boolean cached, boolean optimized) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("statestore.cache.max.bytes", cached ? "10485760" : "0");
        settings.setProperty("topology.optimization", optimized ? "all" : "none");
        return settings;
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("stream-joins");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what a directory holds. */
    static void empty(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(directory)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        empty(directory);
        try {
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In this library's driver. Owner: one test. */
    static final class Ours implements Run {
        private final Path directory = newDirectory();
        private final TopologyTestDriver driver;

        private Ours(StreamsBuilder builder, boolean cached, boolean optimized) {
            Properties settings = settings(directory, cached, optimized);
            driver = new TopologyTestDriver(builder.build(settings), settings, Instant.EPOCH);
        }

        TopologyTestDriver driver() {
            return driver;
        }

        /** Lets the files of all stores vanish, as with the machine. */
        void loseState() {
            empty(directory);
        }

        @Override
        public List<String> pipe(Input input) {
            send(input);
            return written();
        }

        void send(Input input) {
            driver.createInputTopic(input.left() ? "left" : "right", new StringSerializer(), new StringSerializer())
                    .pipeInput(new TestRecord<>(
                            input.key(), input.value(), null, Instant.ofEpochMilli(input.timestamp())));
        }

        List<String> written() {
            List<String> results = new ArrayList<>();
            driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(out -> results.add(out.key() + "=" + out.value() + "@" + out.timestamp()));
            return results;
        }

        @Override
        public void close() {
            driver.close();
            delete(directory);
        }
    }

    /** In the driver of Kafka Streams. Owner: one test. */
    private static final class Theirs implements Run {
        private final Path directory = newDirectory();
        private final org.apache.kafka.streams.TopologyTestDriver driver;

        private Theirs(org.apache.kafka.streams.StreamsBuilder builder, boolean cached, boolean optimized) {
            Properties settings = settings(directory, cached, optimized);
            // they look for what has no match once in a second of the wall clock, unless told otherwise
            settings.setProperty("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", "0");
            driver = new org.apache.kafka.streams.TopologyTestDriver(builder.build(settings), settings, Instant.EPOCH);
        }

        @Override
        public List<String> pipe(Input input) {
            driver.createInputTopic(input.left() ? "left" : "right", new StringSerializer(), new StringSerializer())
                    .pipeInput(new org.apache.kafka.streams.test.TestRecord<>(
                            input.key(), input.value(), null, Instant.ofEpochMilli(input.timestamp())));
            List<String> results = new ArrayList<>();
            driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .forEach(out -> results.add(out.key() + "=" + out.value() + "@" + out.timestamp()));
            return results;
        }

        @Override
        public void close() {
            driver.close();
            delete(directory);
        }
    }
}
