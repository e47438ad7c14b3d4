package io.streamwright.runtime.query;

import io.streamwright.store.view.TaskView;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One store of one task, to be asked. Immutable.
 *
 * @param view what the task shows
 * @param store the store's name
 * @param stale whether it may answer while it is being restored
 */
record StoreHandle(TaskView view, String store, boolean stale) {

    /** Asks the store, as of one commit. */
    @SuppressWarnings("unchecked") // The caller knows the store's kind.
    <S, R extends @Nullable Object> R ask(Function<S, R> question) {
        return view.<R>ask(store, stale, asked -> question.apply((S) asked)).value();
    }
}
