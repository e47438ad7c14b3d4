package io.streamwright.assign;

import java.util.Map;
import java.util.UUID;

/**
 * A process that runs an application, alone or among others. Immutable.
 *
 * @param process identifies it
 * @param workers how many workers it runs, at least one
 * @param host where it takes requests ({@code application.server}), as {@code host:port}; empty if it takes none
 * @param rack the rack of its clients ({@code client.rack}); empty if it has none
 * @param tags its {@code client.tag.} settings
 */
public record Instance(UUID process, int workers, String host, String rack, Map<String, String> tags) {
    public Instance {
        if (workers < 1) {
            throw new IllegalArgumentException("an instance has at least one worker, not " + workers);
        }
        tags = Map.copyOf(tags);
    }
}
