package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.stateless.PassRecords;
import io.streamwright.dsl.operator.stateless.SplitRecords;
import io.streamwright.dsl.operator.stateless.SplitRecords.Branch;
import io.streamwright.dsl.plan.Effect;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.settings.BranchedSettings;
import io.streamwright.kstream.Branched;
import io.streamwright.kstream.BranchedKStream;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.Predicate;
import io.streamwright.processor.api.ProcessorSupplier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stream that is being split: its branches are added to a node that is in the plan from the start.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class PlannedSplit<K extends @Nullable Object, V extends @Nullable Object> implements BranchedKStream<K, V> {
    private final PlannedStream<K, V> source;
    private final String name;
    private final PlannedStream<K, V> splitter;
    private final Map<String, KStream<K, V>> results = new LinkedHashMap<>();
    private final List<Branch<K, V>> branches = new ArrayList<>();
    private Optional<String> defaultChild = Optional.empty();

    PlannedSplit(PlannedStream<K, V> source, String name) {
        this.source = source;
        this.name = name;
        // The supplier is asked when the program runs, and then all branches are known.
        ProcessorSupplier<K, V, K, V> work =
                () -> SplitRecords.into(branches, defaultChild).get();
        StreamStep step = source.step(name, Effect.NONE, work);
        this.splitter = source.after(step, source.serdes(), source.rekeyed());
    }

    @Override
    public BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate) {
        return branch(predicate, BranchedSettings.none());
    }

    @Override
    public BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate, Branched<K, V> branched) {
        requireNonNull(predicate, "predicate");
        BranchedSettings<K, V> settings = new BranchedSettings<>(requireNonNull(branched, "branched"));
        String child = childName(settings, branches.size() + 1);
        branches.add(new Branch<>(child, predicate));
        record(child, settings);
        return this;
    }

    @Override
    public Map<String, KStream<K, V>> defaultBranch() {
        return defaultBranch(BranchedSettings.none());
    }

    @Override
    public Map<String, KStream<K, V>> defaultBranch(Branched<K, V> branched) {
        BranchedSettings<K, V> settings = new BranchedSettings<>(requireNonNull(branched, "branched"));
        String child = childName(settings, 0);
        defaultChild = Optional.of(child);
        record(child, settings);
        return results;
    }

    @Override
    public Map<String, KStream<K, V>> noDefaultBranch() {
        return results;
    }

    private String childName(BranchedSettings<K, V> settings, int number) {
        return name + (settings.name() != null ? settings.name() : String.valueOf(number));
    }

    private void record(String child, BranchedSettings<K, V> settings) {
        source.recorder().nodeName("KSTREAM-BRANCHCHILD-");
        StreamStep step = splitter.step(child, Effect.NONE, PassRecords.all());
        settings.handOver(splitter.after(step, source.serdes(), source.rekeyed()))
                .ifPresent(result -> results.put(child, result));
    }
}
