package io.streamwright.dsl;

import io.streamwright.dsl.plan.SerdePair;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Repartitioned;
import io.streamwright.processor.StreamPartitioner;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Repartitioned}. Immutable. */
final class RepartitionedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Repartitioned<K, V> {

    RepartitionedSettings(Repartitioned<K, V> repartitioned) {
        super(repartitioned);
    }

    @Nullable
    String name() {
        return NamedSettings.checked(name);
    }

    SerdePair<K, V> serdes() {
        return new SerdePair<>(keySerde, valueSerde);
    }

    @Nullable
    StreamPartitioner<?, ?> partitioner() {
        return partitioner;
    }

    OptionalInt partitions() {
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
