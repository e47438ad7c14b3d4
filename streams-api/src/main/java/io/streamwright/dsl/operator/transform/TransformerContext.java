package io.streamwright.dsl.operator.transform;

import io.streamwright.StreamsMetrics;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.ValueTransformerWithKey;
import io.streamwright.processor.Cancellable;
import io.streamwright.processor.ProcessorContext;
import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.Punctuator;
import io.streamwright.processor.StateRestoreCallback;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.To;
import io.streamwright.processor.api.ProcessingContext;
import io.streamwright.processor.api.RecordMetadata;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What a transformer sees of its processor's context: all but forwarding.
 *
 * <p>Owner: the worker of its task.
 */
final class TransformerContext implements ProcessorContext {
    private final ProcessingContext processor;
    private AtWork atWork = AtWork.withoutRecord(0);

    TransformerContext(ProcessingContext processor) {
        this.processor = processor;
    }

    /**
     * What the transformer is called for. Immutable, but for the headers.
     *
     * @param timestampMs when it happened
     * @param headers of the record
     * @param origin where the record came from; empty if it is none of a topic
     */
    record AtWork(long timestampMs, Headers headers, Optional<RecordMetadata> origin) {
        static AtWork withoutRecord(long timestampMs) {
            return new AtWork(timestampMs, new RecordHeaders(), Optional.empty());
        }
    }

    /** Returns what a transformer makes of a row. */
    <K extends @Nullable Object, V, VOut> @Nullable VOut transform(
            ValueTransformerWithKey<? super K, ? super V, ? extends VOut> transformer,
            AtWork work,
            K key,
            @Nullable V value) {
        AtWork before = atWork;
        atWork = work;
        try {
            return transformer.transform(key, value);
        } finally {
            atWork = before;
        }
    }

    @Override
    public <K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value) {
        throw cannotForward();
    }

    @Override
    public <K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value, To to) {
        throw cannotForward();
    }

    private static StreamsException cannotForward() {
        return new StreamsException("a value transformer cannot forward records, as a row must keep its key: return the"
                + " new value from transform(), or use toStream() and process()");
    }

    @Override
    public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
        throw new UnsupportedOperationException("a value transformer cannot register store " + store.name()
                + ": name it in transformValues() or return its builder from the supplier's stores()");
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // the signature is Kafka Streams'
    public <S extends StateStore> S getStateStore(String name) {
        return processor.getStateStore(name);
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
        return processor.schedule(interval, type, punctuating(callback));
    }

    @Override
    public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
        return processor.schedule(startTime, interval, type, punctuating(callback));
    }

    private Punctuator punctuating(Punctuator callback) {
        return timestamp -> {
            AtWork before = atWork;
            atWork = AtWork.withoutRecord(timestamp);
            try {
                callback.punctuate(timestamp);
            } finally {
                atWork = before;
            }
        };
    }

    @Override
    public void commit() {
        processor.commit();
    }

    @Override
    public @Nullable String topic() {
        return atWork.origin().map(RecordMetadata::topic).orElse(null);
    }

    @Override
    public int partition() {
        return atWork.origin().map(RecordMetadata::partition).orElse(-1);
    }

    @Override
    public long offset() {
        return atWork.origin().map(RecordMetadata::offset).orElse(-1L);
    }

    @Override
    public Headers headers() {
        return atWork.headers();
    }

    @Override
    public long timestamp() {
        return atWork.timestampMs();
    }

    @Override
    public String applicationId() {
        return processor.applicationId();
    }

    @Override
    public TaskId taskId() {
        return processor.taskId();
    }

    @Override
    public Serde<?> keySerde() {
        return processor.keySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return processor.valueSerde();
    }

    @Override
    public File stateDir() {
        return processor.stateDir();
    }

    @Override
    public StreamsMetrics metrics() {
        return processor.metrics();
    }

    @Override
    public Map<String, Object> appConfigs() {
        return processor.appConfigs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return processor.appConfigsWithPrefix(prefix);
    }

    @Override
    public long currentSystemTimeMs() {
        return processor.currentSystemTimeMs();
    }

    @Override
    public long currentStreamTimeMs() {
        return processor.currentStreamTimeMs();
    }
}
