package io.streamwright.log.embedded.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A group, whose committed offsets may be part of a transaction. Immutable.
 *
 * @param name the group's id as programs know it
 */
public record GroupId(String name) implements Participant {
    public GroupId {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("empty group id");
        }
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
        return cases.group(this);
    }
}
