package io.streamwright.testing;

import io.streamwright.StreamsConfig;
import io.streamwright.StreamsMetrics;
import io.streamwright.metrics.AppMetrics;
import io.streamwright.processor.Cancellable;
import io.streamwright.processor.CommitCallback;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import io.streamwright.processor.StateRestoreCallback;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.TransactionId;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.processor.api.RecordMetadata;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * A context for the test of one processor without a topology: notes what the processor forwards, schedules and asks for.
 *
 * <p>A processor with a store gets one that was opened and added:
 *
 * <pre>{@code
 * store.init(context.getStateStoreContext(), store);
 * context.addStateStore(store);
 * }</pre>
 *
 * <p>Owner: the test.
 *
 * @param <KForward> keys that the processor forwards
 * @param <VForward> values that the processor forwards
 */
public class MockProcessorContext<KForward, VForward> implements ProcessorContext<KForward, VForward> {
    private final StreamsConfig config;
    private final TaskId taskId;
    private final StoreContext storeContext = new StoreContext();
    private final Map<String, StateStore> stores = new HashMap<>();
    private final List<CapturedForward<? extends KForward, ? extends VForward>> forwarded = new ArrayList<>();
    private final List<CapturedPunctuator> punctuators = new ArrayList<>();
    private @Nullable File stateDir;
    private @Nullable RecordMetadata recordMetadata;
    private @Nullable Long systemTimeMs;
    private @Nullable Long streamTimeMs;
    private final StreamsMetrics metrics;
    private boolean committed;

    /** Makes a context of task {@code 0_0} without settings. */
    public MockProcessorContext() {
        this(new Properties());
    }

    /** Makes a context of task {@code 0_0}. */
    public MockProcessorContext(Properties config) {
        this(config, new TaskId(0, 0), null);
    }

    /**
     * Makes a context.
     *
     * @param config settings as for an application; {@code application.id} and {@code bootstrap.servers} may be left out
     * @param stateDir where persistent stores are kept; belongs to the test. Null if there are none
     */
    public MockProcessorContext(Properties config, TaskId taskId, @Nullable File stateDir) {
        Properties completed = new Properties();
        completed.put(StreamsConfig.APPLICATION_ID_CONFIG, "mock-processor-context");
        completed.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "memory:mock-processor-context");
        config.stringPropertyNames().forEach(name -> completed.put(name, config.getProperty(name)));
        config.forEach(completed::put);
        this.config = new StreamsConfig(completed);
        this.taskId = taskId;
        this.stateDir = stateDir;
        this.metrics = new AppMetrics(applicationId(), this.config.metricConfig(), List.of());
    }

    // ---- what the processor sees

    @Override
    public String applicationId() {
        return config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
    }

    @Override
    public TaskId taskId() {
        return taskId;
    }

    /**
     * Returns the transaction that begins with the record that was {@linkplain #setRecordMetadata set}.
     *
     * @throws IllegalStateException if none was
     */
    @Override
    public TransactionId transactionId() {
        RecordMetadata first = recordMetadata()
                .orElseThrow(() -> new IllegalStateException(
                        "the transaction's first record must be set before use via setRecordMetadata()."));
        return new TransactionId(taskId, Map.of(new TopicPartition(first.topic(), first.partition()), first.offset()));
    }

    @Override
    public StreamsMetrics metrics() {
        return metrics;
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return Optional.ofNullable(recordMetadata);
    }

    @Override
    public Serde<?> keySerde() {
        return given(config.defaultKeySerde(), StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG);
    }

    @Override
    public Serde<?> valueSerde() {
        return given(config.defaultValueSerde(), StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG);
    }

    private static Serde<?> given(@Nullable Serde<?> serde, String setting) {
        if (serde == null) {
            throw new ConfigException("there is no default serde: name one, or set " + setting);
        }
        return serde;
    }

    /**
     * Returns the directory for persistent stores.
     *
     * @throws NullPointerException if none was given
     */
    @Override
    public File stateDir() {
        return Objects.requireNonNull(
                stateDir,
                "The stateDir constructor argument was needed (probably for a state store) but not supplied.");
    }

    /** Returns a store that was {@linkplain #addStateStore added}; null if there is none of that name. */
    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"
    }) // the signature is Kafka Streams', which gives null
    public <S extends StateStore> S getStateStore(String name) {
        return (S) stores.get(name);
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        return schedule(new CapturedPunctuator(null, interval, type, callback));
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        return schedule(new CapturedPunctuator(startTime, interval, type, callback));
    }

    private Cancellable schedule(CapturedPunctuator captured) {
        if (captured.interval.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "punctuation interval of " + captured.interval + "; the shortest is one millisecond");
        }
        punctuators.add(captured);
        return captured::cancel;
    }

    @Override
    public void commit() {
        committed = true;
    }

    @Override
    public Map<String, Object> appConfigs() {
        return config.originals();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return config.originalsWithPrefix(prefix);
    }

    /** Returns what was {@linkplain #setCurrentSystemTimeMs set}. */
    @Override
    public long currentSystemTimeMs() {
        return set(systemTimeMs, "System time must be set before use via setCurrentSystemTimeMs().");
    }

    /** Returns what was {@linkplain #setCurrentStreamTimeMs set}. */
    @Override
    public long currentStreamTimeMs() {
        return set(streamTimeMs, "Stream time must be set before use via setCurrentStreamTimeMs().");
    }

    private static long set(@Nullable Long timeMs, String message) {
        if (timeMs == null) {
            throw new IllegalStateException(message);
        }
        return timeMs;
    }

    @Override
    public <K extends KForward, V extends VForward> void forward(Record<K, V> record) {
        forwarded.add(new CapturedForward<>(record));
    }

    @Override
    public <K extends KForward, V extends VForward> void forward(Record<K, V> record, String childName) {
        forwarded.add(new CapturedForward<>(record, Optional.ofNullable(childName)));
    }

    // ---- what the test says

    /** Says where the record at work is from. */
    public void setRecordMetadata(String topic, int partition, long offset) {
        recordMetadata = new Source(topic, partition, offset);
    }

    /** Sets the wall clock, in milliseconds since the epoch. */
    public void setCurrentSystemTimeMs(long currentSystemTimeMs) {
        systemTimeMs = currentSystemTimeMs;
    }

    /** Sets stream time, in milliseconds since the epoch. */
    public void setCurrentStreamTimeMs(long currentStreamTimeMs) {
        streamTimeMs = currentStreamTimeMs;
    }

    /** Gives the processor a store, which is open. */
    public <S extends StateStore> void addStateStore(S store) {
        stores.put(store.name(), store);
    }

    /** Returns what opens a store: the argument of its {@code init}. */
    public StateStoreContext getStateStoreContext() {
        return storeContext;
    }

    // ---- what the processor did

    /** Returns what it has forwarded since the last {@link #resetForwards}. */
    public List<CapturedForward<? extends KForward, ? extends VForward>> forwarded() {
        return new ArrayList<>(forwarded);
    }

    /** Returns what a child of that name would have received. */
    public List<CapturedForward<? extends KForward, ? extends VForward>> forwarded(String childName) {
        List<CapturedForward<? extends KForward, ? extends VForward>> received = new ArrayList<>();
        for (CapturedForward<? extends KForward, ? extends VForward> capture : forwarded) {
            if (capture.childName().map(childName::equals).orElse(true)) {
                received.add(capture);
            }
        }
        return received;
    }

    /** Forgets what it has forwarded. */
    public void resetForwards() {
        forwarded.clear();
    }

    /** Returns what it has scheduled. The test calls the punctuators itself. */
    public List<CapturedPunctuator> scheduledPunctuators() {
        return new ArrayList<>(punctuators);
    }

    /** Returns whether it has asked for a commit since the last {@link #resetCommit}. */
    public boolean committed() {
        return committed;
    }

    /** Forgets that it has asked for a commit. */
    public void resetCommit() {
        committed = false;
    }

    private record Source(String topic, int partition, long offset) implements RecordMetadata {}

    /**
     * A record that was forwarded. Immutable.
     *
     * @param <K> keys
     * @param <V> values
     */
    public static final class CapturedForward<K, V> {
        private final Record<K, V> record;
        private final Optional<String> childName;

        /** A record for all children. */
        public CapturedForward(Record<K, V> record) {
            this(record, Optional.empty());
        }

        /**
         * A record.
         *
         * @param childName who receives it; empty for all children
         */
        public CapturedForward(Record<K, V> record, Optional<String> childName) {
            this.record = Objects.requireNonNull(record);
            this.childName = Objects.requireNonNull(childName);
        }

        public Optional<String> childName() {
            return childName;
        }

        public Record<K, V> record() {
            return record;
        }

        @Override
        public String toString() {
            return "CapturedForward{record=" + record + ", childName=" + childName + '}';
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof CapturedForward<?, ?> that
                            && record.equals(that.record)
                            && childName.equals(that.childName));
        }

        @Override
        public int hashCode() {
            return Objects.hash(record, childName);
        }
    }

    /** A punctuation that was scheduled. Owner: the test. */
    public static final class CapturedPunctuator {
        private final @Nullable Instant startTime;
        private final Duration interval;
        private final PunctuationType type;
        private final Punctuator punctuator;
        private boolean cancelled;

        private CapturedPunctuator(
                @Nullable Instant startTime, Duration interval, PunctuationType type, Punctuator punctuator) {
            this.startTime = startTime;
            this.interval = interval;
            this.type = type;
            this.punctuator = punctuator;
        }

        /** Returns when it is due first; null if that was not said. */
        public @Nullable Instant getStartTime() {
            return startTime;
        }

        public Duration getInterval() {
            return interval;
        }

        public PunctuationType getType() {
            return type;
        }

        public Punctuator getPunctuator() {
            return punctuator;
        }

        public void cancel() {
            cancelled = true;
        }

        public boolean cancelled() {
            return cancelled;
        }
    }

    /** What a store sees. Owner: the test. */
    private final class StoreContext implements StateStoreContext {
        @Override
        public String applicationId() {
            return MockProcessorContext.this.applicationId();
        }

        @Override
        public TaskId taskId() {
            return taskId;
        }

        @Override
        public Optional<RecordMetadata> recordMetadata() {
            return MockProcessorContext.this.recordMetadata();
        }

        @Override
        public Serde<?> keySerde() {
            return MockProcessorContext.this.keySerde();
        }

        @Override
        public Serde<?> valueSerde() {
            return MockProcessorContext.this.valueSerde();
        }

        @Override
        public StreamsMetrics metrics() {
            return metrics;
        }

        /** Stores in memory leave it empty, and it goes with the process then. */
        @Override
        public File stateDir() {
            File directory = stateDir;
            if (directory == null) {
                try {
                    directory =
                            Files.createTempDirectory("mock-processor-context-").toFile();
                } catch (IOException e) {
                    throw new UncheckedIOException("no directory for a store", e);
                }
                directory.deleteOnExit();
                stateDir = directory;
            }
            return directory;
        }

        @Override
        public void register(StateStore store, StateRestoreCallback restoreCallback) {
            addStateStore(store);
        }

        @Override
        public void register(StateStore store, StateRestoreCallback restoreCallback, CommitCallback commitCallback) {
            addStateStore(store);
        }

        @Override
        public Map<String, Object> appConfigs() {
            return MockProcessorContext.this.appConfigs();
        }

        @Override
        public Map<String, Object> appConfigsWithPrefix(String prefix) {
            return MockProcessorContext.this.appConfigsWithPrefix(prefix);
        }
    }
}
