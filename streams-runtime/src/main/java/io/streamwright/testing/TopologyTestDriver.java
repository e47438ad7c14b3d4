package io.streamwright.testing;

import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.loop.Clock;
import io.streamwright.processor.StateStore;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.SessionStore;
import io.streamwright.state.SessionStoreWithHeaders;
import io.streamwright.state.ValueAndTimestamp;
import io.streamwright.state.ValueTimestampHeaders;
import io.streamwright.state.VersionedKeyValueStore;
import io.streamwright.state.WindowStore;
import java.io.Closeable;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a topology in a test: records are piped in, results are read, stores are looked into, and time passes when the test says so.
 *
 * <pre>{@code
 * try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings)) {
 *     driver.createInputTopic("in", new StringSerializer(), new StringSerializer()).pipeInput("key", "value");
 *     driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer()).readValue();
 * }
 * }</pre>
 *
 * <p>It is the engine itself, on a log in memory: the tasks and transactions of an application, on the calling thread. Each record is
 * committed before {@link TestInputTopic#pipeInput} returns, unless {@link #commitByHand} was called: then {@link #commit} commits, and
 * {@link #abort} and {@link #crash} show what a program does when its transactions fail.
 *
 * <p>Owner: the thread that makes it.
 */
public class TopologyTestDriver implements Closeable {
    private static final String NAME = "topology-test-driver";

    private final DriverClock clock;
    private final DriverLog log;
    private final DriverApp app;
    private final ProgramTopics topics;
    private final DriverStores stores;

    /** Runs a topology with the default settings, from now on. */
    public TopologyTestDriver(Topology topology) {
        this(topology, new Properties());
    }

    /** Runs a topology, from now on. */
    public TopologyTestDriver(Topology topology, Properties config) {
        this(topology, config, Instant.ofEpochMilli(Clock.system().nowMs()));
    }

    /** Runs a topology with the default settings. */
    public TopologyTestDriver(Topology topology, Instant initialWallClockTime) {
        this(topology, new Properties(), initialWallClockTime);
    }

    /**
     * Runs a topology whose topics have one partition each.
     *
     * @param config settings as for an application; {@code application.id} and {@code bootstrap.servers} may be left out
     * @param initialWallClockTime what the wall clock shows until {@link #advanceWallClockTime}
     */
    public TopologyTestDriver(Topology topology, Properties config, Instant initialWallClockTime) {
        this(topology, config, initialWallClockTime, Map.of());
    }

    /**
     * Runs a topology.
     *
     * @param config settings as for an application; {@code application.id} and {@code bootstrap.servers} may be left out. Stores are kept
     *     in a directory of this driver's own, under {@code state.dir} if that is set
     * @param initialWallClockTime what the wall clock shows until {@link #advanceWallClockTime}
     * @param partitions of topics that have not just one, by topic
     * @throws io.streamwright.errors.TopologyException if the topology cannot run, as for an application
     * @throws io.streamwright.errors.StreamsException if a task fails when it begins
     */
    public TopologyTestDriver(
            Topology topology, Properties config, Instant initialWallClockTime, Map<String, Integer> partitions) {
        StreamsConfig settings = new StreamsConfig(completed(config));
        clock = new DriverClock(initialWallClockTime.toEpochMilli());
        log = new DriverLog(clock);
        topics = new ProgramTopics(topology.blueprint(), settings.getString(StreamsConfig.APPLICATION_ID_CONFIG));
        try {
            partitions.forEach(log::create);
            topics.named().stream().filter(topic -> !log.hasTopic(topic)).forEach(topic -> log.create(topic, 1));
            app = DriverApp.open(topology, settings, topics, log, clock);
        } catch (RuntimeException | Error e) {
            log.close();
            throw e;
        }
        stores = new DriverStores(app::tasks, app::globalStores);
    }

    private static Properties completed(Properties config) {
        Properties completed = new Properties();
        completed.put(StreamsConfig.APPLICATION_ID_CONFIG, NAME);
        completed.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "memory:" + NAME);
        config.stringPropertyNames().forEach(name -> completed.put(name, config.getProperty(name)));
        config.forEach(completed::put);
        return completed;
    }

    // ---- topics

    /** Makes what pipes records into a topic; those without a timestamp get the present wall-clock time. */
    public final <K, V> TestInputTopic<K, V> createInputTopic(
            String topicName, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        return createInputTopic(
                topicName, keySerializer, valueSerializer, Instant.ofEpochMilli(clock.nowMs()), Duration.ZERO);
    }

    /**
     * Makes what pipes records into a topic.
     *
     * @param startTimestamp of the first record that has none
     * @param autoAdvance what is added for each further one
     */
    public final <K, V> TestInputTopic<K, V> createInputTopic(
            String topicName,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            Instant startTimestamp,
            Duration autoAdvance) {
        return new TestInputTopic<>(this, topicName, keySerializer, valueSerializer, startTimestamp, autoAdvance);
    }

    /** Makes what takes the committed records of a topic. */
    public final <K, V> TestOutputTopic<K, V> createOutputTopic(
            String topicName, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
        return new TestOutputTopic<>(this, topicName, keyDeserializer, valueDeserializer);
    }

    /** Returns the topics to which the application has committed records, internal ones included. */
    public final Set<String> producedTopicNames() {
        return log.producedTopics();
    }

    <K, V> void pipe(
            String topic,
            @Nullable Integer partition,
            TestRecord<K, V> record,
            Instant time,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer) {
        byte[] key = bytes(keySerializer, topic, record, record.key());
        byte[] value = bytes(valueSerializer, topic, record, record.value());
        if (!topics.isRead(topic)) {
            throw new IllegalArgumentException("Unknown topic: " + topic);
        }
        if (!log.hasTopic(topic)) {
            app.addTopic(topic);
        }
        int target = partition == null ? log.partitionOf(topic, key) : partition;
        if (target < 0 || target >= log.partitions(topic)) {
            throw new IllegalArgumentException(
                    "topic " + topic + " has " + log.partitions(topic) + " partitions and no partition " + target);
        }
        log.append(new TopicPartition(topic, target), time.toEpochMilli(), key, value, record.headers());
        app.settle();
    }

    @SuppressWarnings("NullAway") // serializers take null, and say so nowhere
    private static <T> byte @Nullable [] bytes(
            Serializer<T> serializer, String topic, TestRecord<?, ?> record, @Nullable T data) {
        return serializer.serialize(topic, record.headers(), data);
    }

    <K, V> TestRecord<K, V> read(String topic, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
        Deque<ProducerRecord<byte[], byte[]>> queue = log.produced(topic);
        if (queue == null) {
            throw new NoSuchElementException("Uninitialized topic: " + topic);
        }
        ProducerRecord<byte[], byte[]> record = queue.poll();
        if (record == null) {
            throw new NoSuchElementException("Empty topic: " + topic);
        }
        K key = keyDeserializer.deserialize(topic, record.headers(), record.key());
        V value = valueDeserializer.deserialize(topic, record.headers(), record.value());
        return new TestRecord<>(key, value, record.headers(), record.timestamp());
    }

    long queueSize(String topic) {
        Deque<ProducerRecord<byte[], byte[]>> queue = log.produced(topic);
        return queue == null ? 0 : queue.size();
    }

    // ---- time

    /**
     * Moves the wall clock, and lets what is due by it happen.
     *
     * @throws IllegalArgumentException if it would go back
     */
    public void advanceWallClockTime(Duration advance) {
        Objects.requireNonNull(advance, "advance cannot be null");
        if (advance.isNegative()) {
            throw new IllegalArgumentException("the wall clock cannot go back: " + advance);
        }
        clock.advance(advance.toMillis());
        app.settle();
    }

    // ---- transactions

    /** Leaves commits to {@link #commit}: what is piped is processed, and not committed. */
    public void commitByHand() {
        app.commitByHand();
    }

    /** Commits each record by itself: what holds unless {@link #commitByHand} was called. What is open is committed now. */
    public void commitEachRecord() {
        app.commitEachRecord();
    }

    /**
     * Commits everything: also what further tasks make of what the first ones have committed.
     *
     * @throws io.streamwright.errors.StreamsException if the application fails
     * @throws IllegalStateException if it has crashed
     */
    public void commit() {
        app.commit();
    }

    /**
     * Takes all open transactions back, as when the log has refused them: what they wrote is never seen, stores are as they were at the
     * last commit, and processors are closed and made anew. The records are processed again by the next call that lets the application
     * work, such as {@link #commit}.
     *
     * @throws IllegalStateException if the application has crashed
     */
    public void abort() {
        app.abort();
    }

    /**
     * Ends the application as if its process had died: what is not committed is gone, the log and the stores stay. Records can be piped
     * meanwhile, and outputs be read. Only that processors are closed shows that there was no real death.
     *
     * @throws IllegalStateException if it has crashed already
     */
    public void crash() {
        app.crash();
    }

    /**
     * Starts the application again after {@link #crash}, and lets it process what is on the log.
     *
     * @throws IllegalStateException if it has not crashed
     * @throws RuntimeException if it cannot start, and is still crashed then; or if a task fails
     */
    public void restart() {
        app.restart();
    }

    /** Returns the metrics of the program as they are now, which go on counting over restarts. */
    public Map<MetricName, ? extends Metric> metrics() {
        return app.metrics().metrics();
    }

    /**
     * Returns the faults of the application's log: what it does can be made to fail, by call and exception. The driver's own calls never
     * fail. Nothing may be held before it takes effect, as the test's own thread would wait.
     */
    public FaultyLog faults() {
        return app.faults();
    }

    // ---- stores

    /**
     * Returns all stores by name.
     *
     * @throws IllegalArgumentException if one has several partitions
     */
    public Map<String, StateStore> getAllStateStores() {
        return stores.all();
    }

    /** Returns the stores of one partition by name. */
    public Map<String, StateStore> getAllStateStores(int partition) {
        return stores.all(partition);
    }

    /**
     * Returns a store of a kind that has no method of its own here; null if there is none of that name.
     *
     * @throws IllegalArgumentException if there is a method for its kind, or if it has several partitions
     */
    public @Nullable StateStore getStateStore(String name) {
        return DriverStores.ofNoKnownKind(stores.only(name));
    }

    /**
     * Returns a key-value store, without its timestamps if it has them; null if there is none of that name. What is written to it
     * belongs to the next transaction.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable KeyValueStore<K, V> getKeyValueStore(String name) {
        return DriverStores.keyValue(stores.only(name));
    }

    /** As {@link #getKeyValueStore(String)}, of one partition of the tasks. */
    public <K, V> @Nullable KeyValueStore<K, V> getKeyValueStore(String name, int partition) {
        return DriverStores.keyValue(stores.of(name, partition));
    }

    /**
     * Returns a timestamped key-value store; null if there is none of that name.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable KeyValueStore<K, ValueAndTimestamp<V>> getTimestampedKeyValueStore(String name) {
        return DriverStores.timestamped(stores.only(name));
    }

    /** As {@link #getTimestampedKeyValueStore(String)}, of one partition of the tasks. */
    public <K, V> @Nullable KeyValueStore<K, ValueAndTimestamp<V>> getTimestampedKeyValueStore(
            String name, int partition) {
        return DriverStores.timestamped(stores.of(name, partition));
    }

    /**
     * Returns a window store, without its timestamps if it has them; null if there is none of that name. What is written to it
     * belongs to the next transaction.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable WindowStore<K, V> getWindowStore(String name) {
        return DriverStores.windows(stores.only(name));
    }

    /** As {@link #getWindowStore(String)}, of one partition of the tasks. */
    public <K, V> @Nullable WindowStore<K, V> getWindowStore(String name, int partition) {
        return DriverStores.windows(stores.of(name, partition));
    }

    /**
     * Returns a timestamped window store; null if there is none of that name.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable WindowStore<K, ValueAndTimestamp<V>> getTimestampedWindowStore(String name) {
        return DriverStores.timestampedWindows(stores.only(name));
    }

    /** As {@link #getTimestampedWindowStore(String)}, of one partition of the tasks. */
    public <K, V> @Nullable WindowStore<K, ValueAndTimestamp<V>> getTimestampedWindowStore(String name, int partition) {
        return DriverStores.timestampedWindows(stores.of(name, partition));
    }

    /**
     * Returns a session store; null if there is none of that name.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable SessionStore<K, V> getSessionStore(String name) {
        return DriverStores.sessions(stores.only(name));
    }

    /** As {@link #getSessionStore(String)}, of one partition of the tasks. */
    public <K, V> @Nullable SessionStore<K, V> getSessionStore(String name, int partition) {
        return DriverStores.sessions(stores.of(name, partition));
    }

    /**
     * Returns a key-value store with timestamps and headers; null if there is none of that name. What is written to it belongs to the next
     * transaction.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable KeyValueStore<K, ValueTimestampHeaders<V>> getTimestampedKeyValueStoreWithHeaders(
            String name) {
        return DriverStores.withHeaders(stores.only(name));
    }

    /** As {@link #getTimestampedKeyValueStoreWithHeaders(String)}, of one partition of the tasks. */
    public <K, V> @Nullable KeyValueStore<K, ValueTimestampHeaders<V>> getTimestampedKeyValueStoreWithHeaders(
            String name, int partition) {
        return DriverStores.withHeaders(stores.of(name, partition));
    }

    /**
     * Returns a window store with timestamps and headers; null if there is none of that name. What is written to it belongs to the next
     * transaction.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable WindowStore<K, ValueTimestampHeaders<V>> getTimestampedWindowStoreWithHeaders(String name) {
        return DriverStores.windowsWithHeaders(stores.only(name));
    }

    /** As {@link #getTimestampedWindowStoreWithHeaders(String)}, of one partition of the tasks. */
    public <K, V> @Nullable WindowStore<K, ValueTimestampHeaders<V>> getTimestampedWindowStoreWithHeaders(
            String name, int partition) {
        return DriverStores.windowsWithHeaders(stores.of(name, partition));
    }

    /**
     * Returns a session store with headers; null if there is none of that name. What is written to it belongs to the next
     * transaction.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable SessionStoreWithHeaders<K, V> getSessionStoreWithHeaders(String name) {
        return DriverStores.sessionsWithHeaders(stores.only(name));
    }

    /** As {@link #getSessionStoreWithHeaders(String)}, of one partition of the tasks. */
    public <K, V> @Nullable SessionStoreWithHeaders<K, V> getSessionStoreWithHeaders(String name, int partition) {
        return DriverStores.sessionsWithHeaders(stores.of(name, partition));
    }

    /**
     * Returns a versioned store; null if there is none of that name. What is written to it belongs to the next transaction.
     *
     * @throws IllegalArgumentException if it has several partitions
     */
    public <K, V> @Nullable VersionedKeyValueStore<K, V> getVersionedKeyValueStore(String name) {
        return DriverStores.versioned(stores.only(name));
    }

    /** As {@link #getVersionedKeyValueStore(String)}, of one partition of the tasks. */
    public <K, V> @Nullable VersionedKeyValueStore<K, V> getVersionedKeyValueStore(String name, int partition) {
        return DriverStores.versioned(stores.of(name, partition));
    }

    /**
     * Closes processors and stores, and deletes the stores' files. What is not committed is dropped.
     *
     * @throws RuntimeException the first failure, for example of a processor; everything is closed then, too
     */
    @Override
    public void close() {
        try {
            app.close();
        } finally {
            log.close();
        }
    }
}
