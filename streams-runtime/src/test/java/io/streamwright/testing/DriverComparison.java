package io.streamwright.testing;

import io.streamwright.StreamsBuilder;
import io.streamwright.dsl.program.KafkaPrograms;
import io.streamwright.dsl.program.Programs;
import io.streamwright.dsl.program.StreamJoinPrograms;
import io.streamwright.store.buffer.BufferFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Runs one program in this library's driver and in that of Kafka Streams.
 *
 * <p>Owner: one test.
 */
final class DriverComparison {
    /** Keys that programs with versioned stores have, and a time behind their records. */
    private static final List<String> VERSIONED_KEYS =
            List.of("k0", "k1", "k2", "k3", "k4", "k5", "a", "b", "c", "d", "x");

    private static final long VERSIONED_END_MS = 700;

    /**
     * Results of records without a match have no headers here, and those of other records in Kafka Streams, where they may also come
     * later: so neither headers nor the order count.
     */
    private static final Set<String> UNMATCHED = StreamJoinPrograms.all().keySet().stream()
            .filter(name -> name.contains("left") || name.contains("outer") || name.contains("stream joins "))
            .collect(Collectors.toSet());

    private final Consumer<StreamsBuilder> ours;
    private final Consumer<org.apache.kafka.streams.StreamsBuilder> theirs;
    private final Path directory;
    private final String cacheBytes;
    private final String optimization;
    /** Their stores have values without timestamps, which Kafka Streams shows in either way. */
    private final boolean isOfStreamJoins;

    /** Whether headers and order count. */
    private final boolean isExact;

    private String format = "DEFAULT";

    /** For a program of {@link Programs}. */
    DriverComparison(String program, Path directory, String cacheBytes, String optimization) {
        this.ours = Programs.all().get(program);
        this.theirs = KafkaPrograms.all().get(program);
        this.directory = directory;
        this.cacheBytes = cacheBytes;
        this.optimization = optimization;
        this.isOfStreamJoins = StreamJoinPrograms.all().containsKey(program);
        this.isExact = !UNMATCHED.contains(program);
    }

    /** For a program that is written twice. */
    DriverComparison(
            Consumer<StreamsBuilder> ours,
            Consumer<org.apache.kafka.streams.StreamsBuilder> theirs,
            Path directory,
            String cacheBytes) {
        this.ours = ours;
        this.theirs = theirs;
        this.directory = directory;
        this.cacheBytes = cacheBytes;
        this.optimization = "none";
        this.isOfStreamJoins = false;
        this.isExact = true;
    }

    boolean isCached() {
        return !cacheBytes.equals("0");
    }

    /** Has stores of the DSL keep headers, which are compared then. */
    DriverComparison withHeaders() {
        format = "HEADERS";
        return this;
    }

    Seen ours(List<ProducerRecord<String, String>> input) {
        StreamsBuilder builder = new StreamsBuilder();
        ours.accept(builder);
        Seen seen = new Seen(isExact, format.equals("HEADERS"));
        Properties settings = settings("ours");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(settings), settings, Instant.EPOCH)) {
            driver.getAllStateStores().keySet().stream()
                    .filter(name -> driver.getVersionedKeyValueStore(name) != null)
                    .forEach(seen::versioned);
            for (ProducerRecord<String, String> record : input) {
                try {
                    driver.createInputTopic(record.topic(), new StringSerializer(), new StringSerializer())
                            .pipeInput(new TestRecord<>(record));
                } catch (IllegalArgumentException e) {
                    seen.refused(record, e);
                }
                for (String topic : driver.producedTopicNames()) {
                    driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .forEach(
                                    out -> seen.written(topic, out.key(), out.value(), out.timestamp(), out.headers()));
                }
            }
            for (String name : storesOf(driver.getAllStateStores())) {
                var versions = driver.getVersionedKeyValueStore(name);
                if (versions != null) {
                    seen.stored(name, versions::get);
                    continue;
                }
                if (hasHeaders(driver, name, seen)) {
                    continue;
                }
                var records = isOfStreamJoins ? driver.getWindowStore(name) : null;
                if (records != null) {
                    try (var entries = records.all()) {
                        entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                    }
                    continue;
                }
                var windows = driver.getTimestampedWindowStore(name);
                if (windows != null) {
                    try (var entries = windows.all()) {
                        entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                    }
                    continue;
                }
                var sessions = driver.getSessionStore(name);
                if (sessions != null) {
                    try (var entries = sessions.fetch(null, null)) {
                        entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                    }
                    continue;
                }
                var timestamped = driver.getTimestampedKeyValueStore(name);
                var plain = driver.getKeyValueStore(name);
                if (timestamped == null && plain == null) {
                    continue; // a buffer of what waits: its changelog says what it holds
                }
                try (var entries = timestamped == null ? plain.all() : timestamped.all()) {
                    entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                }
            }
        }
        return seen;
    }

    /** Looks at the rows of a store that keeps headers; returns whether it does. */
    private boolean hasHeaders(TopologyTestDriver driver, String name, Seen seen) {
        var rows = driver.getTimestampedKeyValueStoreWithHeaders(name);
        if (rows != null) {
            try (var entries = rows.all()) {
                entries.forEachRemaining(entry -> seen.stored(
                        name, entry.key, entry.value.value(), entry.value.timestamp(), entry.value.headers()));
            }
            return true;
        }
        var windowRows = driver.getTimestampedWindowStoreWithHeaders(name);
        if (windowRows != null && !isOfStreamJoins) {
            try (var entries = windowRows.all()) {
                entries.forEachRemaining(entry -> seen.stored(
                        name, entry.key, entry.value.value(), entry.value.timestamp(), entry.value.headers()));
            }
            return true;
        }
        var sessionRows = driver.getSessionStoreWithHeaders(name);
        if (sessionRows != null) {
            try (var entries = sessionRows.fetch(null, null)) {
                entries.forEachRemaining(
                        entry -> seen.stored(name, entry.key, entry.value.aggregation(), 0, entry.value.headers()));
            }
            return true;
        }
        return false;
    }

    Seen theirs(List<ProducerRecord<String, String>> input) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        theirs.accept(builder);
        Seen seen = new Seen(isExact, format.equals("HEADERS"));
        Properties settings = settings("theirs");
        try (org.apache.kafka.streams.TopologyTestDriver driver =
                new org.apache.kafka.streams.TopologyTestDriver(builder.build(settings), settings, Instant.EPOCH)) {
            driver.getAllStateStores().keySet().stream()
                    .filter(name -> driver.getVersionedKeyValueStore(name) != null)
                    .forEach(seen::versioned);
            for (ProducerRecord<String, String> record : input) {
                try {
                    driver.createInputTopic(record.topic(), new StringSerializer(), new StringSerializer())
                            .pipeInput(new org.apache.kafka.streams.test.TestRecord<>(record));
                } catch (IllegalArgumentException e) {
                    seen.refused(record, e);
                }
                for (String topic : driver.producedTopicNames()) {
                    driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readRecordsToList()
                            .forEach(
                                    out -> seen.written(topic, out.key(), out.value(), out.timestamp(), out.headers()));
                }
            }
            for (String name : storesOf(driver.getAllStateStores())) {
                var versions = driver.getVersionedKeyValueStore(name);
                if (versions != null) {
                    seen.stored(name, versions::get);
                    continue;
                }
                if (hasHeaders(driver, name, seen)) {
                    continue;
                }
                var records = isOfStreamJoins ? driver.getWindowStore(name) : null;
                if (records != null) {
                    try (var entries = records.all()) {
                        entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                    }
                    continue;
                }
                var windows = driver.getTimestampedWindowStore(name);
                if (windows != null) {
                    try (var entries = windows.all()) {
                        entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                    }
                    continue;
                }
                var sessions = driver.getSessionStore(name);
                if (sessions != null) {
                    try (var entries = sessions.fetch(null, null)) {
                        entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                    }
                    continue;
                }
                var timestamped = driver.getTimestampedKeyValueStore(name);
                var plain = driver.getKeyValueStore(name);
                if (timestamped == null && plain == null) {
                    continue; // a buffer of what waits: its changelog says what it holds
                }
                try (var entries = timestamped == null ? plain.all() : timestamped.all()) {
                    entries.forEachRemaining(entry -> seen.stored(name, entry.key, entry.value));
                }
            }
        }
        return seen;
    }

    /** Looks at the rows of a store that keeps headers; returns whether it does. */
    private boolean hasHeaders(org.apache.kafka.streams.TopologyTestDriver driver, String name, Seen seen) {
        var rows = driver.getTimestampedKeyValueStoreWithHeaders(name);
        if (rows != null) {
            try (var entries = rows.all()) {
                entries.forEachRemaining(entry -> seen.stored(
                        name, entry.key, entry.value.value(), entry.value.timestamp(), entry.value.headers()));
            }
            return true;
        }
        var windowRows = driver.getTimestampedWindowStoreWithHeaders(name);
        if (windowRows != null && !isOfStreamJoins) {
            try (var entries = windowRows.all()) {
                entries.forEachRemaining(entry -> seen.stored(
                        name, entry.key, entry.value.value(), entry.value.timestamp(), entry.value.headers()));
            }
            return true;
        }
        var sessionRows = driver.getSessionStoreWithHeaders(name);
        if (sessionRows != null) {
            try (var entries = sessionRows.fetch(null, null)) {
                entries.forEachRemaining(
                        entry -> seen.stored(name, entry.key, entry.value.aggregation(), 0, entry.value.headers()));
            }
            return true;
        }
        return false;
    }

    /** What waits in a join for a match has types of its own in each library; its changelog is the same. */
    private static List<String> storesOf(Map<String, ?> stores) {
        return stores.keySet().stream()
                .filter(name -> !name.contains("OUTERSHARED") && !name.contains("-shared-join-"))
                .toList();
    }

    private Properties settings(String side) {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("state.dir", directory.resolve(side).toString());
        settings.setProperty("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.setProperty("statestore.cache.max.bytes", cacheBytes);
        // they look for closed windows once in a second of the wall clock, unless told otherwise
        settings.setProperty("__emit.interval.ms.kstreams.windowed.aggregation__", "0");
        settings.setProperty("topology.optimization", optimization);
        settings.setProperty("dsl.store.format", format);
        if (side.equals("theirs")) { // as above, for results without a match
            settings.setProperty("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", "0");
        }
        return settings;
    }

    /** What a test sees of a program, in text. Owner: the comparison. */
    static final class Seen {
        /** The changelog of a foreign-key join's subscriptions: only one library keeps the headers of the rows that subscribed. */
        private static final Pattern SUBSCRIPTIONS =
                Pattern.compile(".*(-subscription-store|-SUBSCRIPTION-STATE-STORE-[0-9]{10})-changelog");

        /** Those of Kafka Streams have the records' headers, which its stores do not read. */
        private static final String JOINED_CHANGELOG =
                ".*((JOIN|OUTER)(THIS|OTHER)-\\d+-store|-join-store|-one|-two|-three)-changelog";

        final Map<String, List<String>> records = new TreeMap<>();
        final Map<String, Map<String, String>> changelogs = new TreeMap<>();
        final Map<String, Map<String, String>> stores = new TreeMap<>();
        final List<String> refused = new ArrayList<>();
        private final Set<String> changelogsOfVersions = new HashSet<>();
        private final boolean isExact;
        /** Whether both libraries keep the headers of what waits in joins. */
        private final boolean hasHeaders;

        Seen() {
            this(true, false);
        }

        Seen(boolean isExact, boolean hasHeaders) {
            this.isExact = isExact;
            this.hasHeaders = hasHeaders;
        }

        /** Says that a store is versioned, so that its changelog has a record for each version. */
        void versioned(String store) {
            changelogsOfVersions.add("app-" + store + "-changelog");
        }

        void written(String topic, byte[] key, byte[] value, Long timestamp, Headers headers) {
            // Kafka Streams leaves the date of these to the producer.
            boolean waits = topic.endsWith("-Buffer-changelog")
                    || (topic.endsWith("-changelog") && headers.lastHeader("v") != null);
            byte[] content = waits && value != null ? withoutOffset(value) : value;
            StringBuilder text = new StringBuilder(text(key) + "=" + text(content) + "@" + (waits ? "" : timestamp));
            if (!hasHeaders && (SUBSCRIPTIONS.matcher(topic).matches() || topic.matches(JOINED_CHANGELOG))) {
                changed(topic, text(key), value == null ? null : text.toString());
                return;
            }
            for (Header header : isExact ? headers : new RecordHeaders()) {
                // One is not known to Kafka Streams; the others say that values that wait have headers of their own
                // there.
                if (!waits
                        || !(header.key().equals(BufferFormat.STREAM_TIME)
                                || header.key().startsWith("vh."))) {
                    text.append(' ').append(header.key()).append(':').append(text(header.value()));
                }
            }
            if (changelogsOfVersions.contains(topic)) {
                changed(topic, text(key) + "@" + timestamp, text.toString());
            } else if (topic.endsWith("-changelog")) {
                changed(topic, text(key), value == null ? null : text.toString());
            } else {
                List<String> written = records.computeIfAbsent(topic, name -> new ArrayList<>());
                written.add(text.toString());
                if (!isExact) {
                    written.sort(Comparator.naturalOrder());
                }
            }
        }

        /** The offset of the input record, behind its timestamp: here, ends of transactions take offsets as well. */
        private static byte[] withoutOffset(byte[] waiting) {
            return ByteBuffer.wrap(waiting.clone()).putLong(Long.BYTES, 0).array();
        }

        /** Only one library writes the deletion of a key that was never there. */
        private void changed(String changelog, String key, String value) {
            if (value != null) {
                changelogs.computeIfAbsent(changelog, name -> new TreeMap<>()).put(key, value);
            } else if (changelogs.containsKey(changelog)) {
                changelogs.get(changelog).remove(key);
                changelogs.values().removeIf(Map::isEmpty);
            }
        }

        void stored(String store, Object key, Object value) {
            boolean subscription = value.toString().startsWith("<Subscription"); // its bytes are those in the changelog
            stores.computeIfAbsent(store, name -> new TreeMap<>())
                    .put(text(key), subscription ? "subscription" : text(value));
        }

        void stored(String store, Object key, Object value, long timestamp, Headers headers) {
            StringBuilder text = new StringBuilder(text(value) + "@" + timestamp);
            headers.forEach(
                    header -> text.append(' ').append(header.key()).append(':').append(text(header.value())));
            boolean subscription = String.valueOf(value).startsWith("Subscription");
            stores.computeIfAbsent(store, name -> new TreeMap<>())
                    .put(text(key), subscription ? "subscription" : text.toString());
        }

        /** Looks for all versions of a store, which does not say what it has. */
        void stored(String store, BiFunction<Object, Long, Object> versions) {
            for (String key : VERSIONED_KEYS) {
                for (long time = 0; time < VERSIONED_END_MS; time++) {
                    Object version = versions.apply(key, time);
                    if (version != null) {
                        stored(store, key + "@" + time, version);
                    }
                }
            }
        }

        void refused(ProducerRecord<String, String> record, IllegalArgumentException cause) {
            refused.add(record.topic() + ": " + cause.getMessage());
        }

        private static String text(Object value) {
            if (value instanceof byte[] bytes) {
                return new String(bytes, StandardCharsets.ISO_8859_1);
            }
            return value instanceof Object[] several ? Arrays.toString(several) : String.valueOf(value);
        }
    }
}
