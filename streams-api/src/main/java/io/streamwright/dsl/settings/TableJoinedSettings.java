package io.streamwright.dsl.settings;

import io.streamwright.kstream.TableJoined;
import io.streamwright.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link TableJoined}. Immutable. */
public final class TableJoinedSettings<K extends @Nullable Object, KO extends @Nullable Object>
        extends TableJoined<K, KO> {

    /** Takes over settings. */
    public TableJoinedSettings(TableJoined<K, KO> tableJoined) {
        super(tableJoined);
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return NamedSettings.checked(name);
    }

    /** Returns the partitioner of the left table; null if the program gave none. */
    @Nullable
    public StreamPartitioner<K, Void> partitioner() {
        return partitioner;
    }

    /** Returns the partitioner of the right table; null if the program gave none. */
    @Nullable
    public StreamPartitioner<KO, Void> otherPartitioner() {
        return otherPartitioner;
    }
}
