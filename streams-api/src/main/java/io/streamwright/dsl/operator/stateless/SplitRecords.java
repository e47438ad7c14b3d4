package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.Predicate;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends each record to the first branch that wants it.
 *
 * <p>Owner: the worker of its task.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class SplitRecords<K extends @Nullable Object, V extends @Nullable Object>
        extends ContextualProcessor<K, V, K, V> {

    /**
     * A way that records may take. Immutable.
     *
     * @param child the node where it begins
     * @param predicate which records want it
     * @param <K> the keys
     * @param <V> the values
     */
    public record Branch<K extends @Nullable Object, V extends @Nullable Object>(
            String child, Predicate<? super K, ? super V> predicate) {}

    private final List<Branch<K, V>> branches;
    private final Optional<String> defaultChild;

    private SplitRecords(List<Branch<K, V>> branches, Optional<String> defaultChild) {
        this.branches = branches;
        this.defaultChild = defaultChild;
    }

    /**
     * Splits a stream.
     *
     * @param branches in the order in which records are offered
     * @param defaultChild takes what no branch wants; empty: it is dropped
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> ProcessorSupplier<K, V, K, V> into(
            List<Branch<K, V>> branches, Optional<String> defaultChild) {
        List<Branch<K, V>> fixed = List.copyOf(branches);
        return () -> new SplitRecords<>(fixed, defaultChild);
    }

    @Override
    public void process(Record<K, V> record) {
        for (Branch<K, V> branch : branches) {
            if (branch.predicate().test(record.key(), record.value())) {
                context().forward(record, branch.child());
                return;
            }
        }
        if (defaultChild.isPresent()) {
            context().forward(record, defaultChild.get());
        }
    }
}
