package io.streamwright.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What answers and refusals have in common.
 *
 * <p>Owner: the thread that asks, then the one that reads.
 *
 * @param <R> what the answer is
 */
abstract class AnyResult<R> implements QueryResult<R> {
    private final List<String> executionInfo = new ArrayList<>();
    private @Nullable Position position;

    @Override
    public void addExecutionInfo(String message) {
        executionInfo.add(message);
    }

    @Override
    public void setPosition(Position newPosition) {
        this.position = newPosition;
    }

    @Override
    public boolean isFailure() {
        return !isSuccess();
    }

    @Override
    public List<String> getExecutionInfo() {
        return List.copyOf(executionInfo);
    }

    @Override
    public @Nullable Position getPosition() {
        return position;
    }
}
