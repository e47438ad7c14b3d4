package io.streamwright.dsl.operator.foreignkey;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a left row asks of the right row that it refers to. Immutable.
 *
 * @param rowHash of the left row's value; null if there is no row any more
 * @param request what is asked
 * @param primaryKey the left row's serialized key
 * @param partition of the left row, which is where the answer goes; null if the release that wrote the subscription did not say
 */
public record Subscription(
        @Nullable RowHash rowHash,
        Request request,
        Bytes primaryKey,
        @Nullable Integer partition) {

    /** What may be asked; with their numbers in the bytes. */
    enum Request {
        /** To be told no more, without an answer. */
        LEAVE(0),
        /** To be told no more, and that there is nothing if there is something: the answer deletes the result. */
        LEAVE_AND_CLEAR(1),
        /** To be told what there is, also if it is nothing: there may be a result that holds no longer, or rows alone have results. */
        TELL(2),
        /** To be told if there is something. */
        TELL_IF_FOUND(3);

        private final int number;

        Request(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        /** Returns whether the subscription ends. */
        boolean leaves() {
            return this == LEAVE || this == LEAVE_AND_CLEAR;
        }
    }
}
