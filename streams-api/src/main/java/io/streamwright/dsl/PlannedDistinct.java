package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.distinct.DistinctRecords;
import io.streamwright.dsl.operator.distinct.Distinctness;
import io.streamwright.dsl.plan.Effect;
import io.streamwright.dsl.plan.StepWork;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.settings.DistinctSettings;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KeyValueMapper;
import io.streamwright.kstream.Named;
import io.streamwright.state.StoreBuilder;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose records are to be passed once.
 *
 * <p>Immutable; what is called on it goes to the recorder.
 *
 * @param stream the stream
 * @param windowMs the greatest difference of timestamps between duplicates
 * @param <K> the keys
 * @param <V> the values
 */
record PlannedDistinct<K extends @Nullable Object, V extends @Nullable Object>(
        PlannedStream<K, V> stream, long windowMs) {
    private static final String PREFIX = "KSTREAM-DISTINCT-";
    private static final long LONGEST_MS = Long.MAX_VALUE / 4;

    /**
     * Checks the window.
     *
     * @throws IllegalArgumentException if it is shorter than a millisecond, or longer than a store can keep
     */
    static <K extends @Nullable Object, V extends @Nullable Object> PlannedDistinct<K, V> of(
            PlannedStream<K, V> stream, Duration window) {
        boolean isTooLong = requireNonNull(window, "window").compareTo(Duration.ofMillis(LONGEST_MS)) > 0;
        if (isTooLong || window.toMillis() < 1) {
            throw new IllegalArgumentException("duplicates are to be up to " + window
                    + " apart: give at least one millisecond, and no more than " + Duration.ofMillis(LONGEST_MS));
        }
        return new PlannedDistinct<>(stream, window.toMillis());
    }

    /**
     * Records the operator, and the topic before it that brings keys together where they may have changed.
     *
     * @param identities returns what records are told apart by
     * @param named the operator's name
     * @param settings of the store
     * @param fallback serde of identities if the settings have none; null: the configured default
     */
    <I extends @Nullable Object> KStream<K, V> by(
            KeyValueMapper<? super K, ? super V, ? extends I> identities,
            Named named,
            DistinctSettings<I> settings,
            @Nullable Serde<I> fallback) {
        requireNonNull(identities, "identity");
        PlanRecorder recorder = stream.recorder();
        String given = new NamedSettings(requireNonNull(named, "named")).name();
        String store = settings.givenName() != null ? settings.givenName() : recorder.storeName(PREFIX);
        Distinctness distinctness = settings.distinctness(store, windowMs);
        int parent = stream.rekeyed()
                ? stream.byKey(recorder.route(given != null ? given : store), stream.serdes())
                        .id()
                : stream.origin();
        String node = recorder.nodeName(given, PREFIX);
        Serde<I> serde = settings.serde() != null ? settings.serde() : fallback;
        StoreBuilder<?> builder = settings.builder(store, distinctness, serde);
        StepWork work = new StepWork.FreeKey(
                StoredSupplier.of(DistinctRecords.by(store, distinctness, identities), List.of(builder)));
        StreamStep step = recorder.add(id -> new StreamStep(id, node, List.of(parent), Effect.OPAQUE, work, List.of()));
        return stream.after(step, stream.serdes(), false);
    }
}
