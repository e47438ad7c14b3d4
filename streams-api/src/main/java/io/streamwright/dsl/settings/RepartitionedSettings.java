package io.streamwright.dsl.settings;

import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.processor.StreamPartitioner;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Repartitioned}. Immutable. */
public final class RepartitionedSettings<K extends @Nullable Object, V extends @Nullable Object>
        extends Repartitioned<K, V> {

    /** Takes over settings. */
    public RepartitionedSettings(Repartitioned<K, V> repartitioned) {
        super(repartitioned);
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return NamedSettings.checked(name);
    }

    /** Returns the serdes that the program gave. */
    public SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    /** Returns the partitioner that the program gave; null if none. */
    @Nullable
    public StreamPartitioner<?, ?> partitioner() {
        return partitioner;
    }

    /** Returns the number of partitions that the program gave. */
    public OptionalInt partitions() {
        if (numberOfPartitions == null) {
            return OptionalInt.empty();
        }
        if (numberOfPartitions < 1) {
            throw new TopologyException("a repartition topic is to have " + numberOfPartitions
                    + " partitions: give at least one, or leave the number open");
        }
        return OptionalInt.of(numberOfPartitions);
    }
}
