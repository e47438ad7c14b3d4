package io.streamwright;

import io.streamwright.state.HostInfo;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who has a key of a store (KIP-535).
 *
 * <p>Immutable.
 */
public class KeyQueryMetadata {

    /** It is not known who has the key: ask again when the application's tasks are assigned. */
    public static final KeyQueryMetadata NOT_AVAILABLE = new KeyQueryMetadata(HostInfo.unavailable(), Set.of(), -1);

    private final HostInfo activeHost;
    private final Set<HostInfo> standbyHosts;
    private final int partition;

    /**
     * Says who has a key.
     *
     * @param activeHost who processes it
     * @param standbyHosts who keeps copies
     * @param partition of the store
     */
    public KeyQueryMetadata(HostInfo activeHost, Set<HostInfo> standbyHosts, int partition) {
        this.activeHost = activeHost;
        this.standbyHosts = Set.copyOf(standbyHosts);
        this.partition = partition;
    }

    /** Returns who processes the key. */
    public HostInfo activeHost() {
        return activeHost;
    }

    /** Returns who keeps copies; empty if nobody does. */
    public Set<HostInfo> standbyHosts() {
        return standbyHosts;
    }

    /** Returns the partition of the store that the key is in. */
    public int partition() {
        return partition;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof KeyQueryMetadata that
                        && partition == that.partition
                        && activeHost.equals(that.activeHost)
                        && standbyHosts.equals(that.standbyHosts));
    }

    @Override
    public int hashCode() {
        return Objects.hash(activeHost, standbyHosts, partition);
    }

    @Override
    public String toString() {
        return "KeyQueryMetadata(activeHost=" + activeHost + ", standbyHosts=" + standbyHosts + ", partition="
                + partition + ")";
    }
}
