package io.streamwright.runtime;

import io.streamwright.assign.PlannedTask;
import io.streamwright.processor.TaskId;
import io.streamwright.transaction.TransactionEvent;
import java.util.function.Consumer;

/** What a worker is told by others. Immutable. */
sealed interface WorkerMessage {

    /** Calls the case of this kind of message. */
    void match(Cases cases);

    /**
     * The log's answer to a task's transaction.
     *
     * @param task the task
     * @param event the answer
     */
    record Answered(TaskId task, TransactionEvent event) implements WorkerMessage {
        @Override
        public void match(Cases cases) {
            cases.answered(this);
        }
    }

    /**
     * A task is the worker's from now on.
     *
     * @param task the task, which nobody has open
     */
    record Take(PlannedTask task) implements WorkerMessage {
        @Override
        public void match(Cases cases) {
            cases.take(this);
        }
    }

    /**
     * A task is to be committed, closed and passed on.
     *
     * @param task the task
     * @param next takes it when it is closed; called by the worker
     */
    record Give(TaskId task, Consumer<PlannedTask> next) implements WorkerMessage {
        @Override
        public void match(Cases cases) {
            cases.give(this);
        }
    }

    /**
     * A task that is to be passed on is to be closed at once, without being committed; without effect if it is closed already.
     *
     * @param task the task
     */
    record Drop(TaskId task) implements WorkerMessage {
        @Override
        public void match(Cases cases) {
            cases.drop(this);
        }
    }

    /** The worker is to end when it has given away all that it was told to: this is the last of its messages about tasks. */
    record Retire() implements WorkerMessage {
        @Override
        public void match(Cases cases) {
            cases.retire();
        }
    }

    /** One method for each kind of message. */
    interface Cases {
        void answered(Answered message);

        void take(Take message);

        void give(Give message);

        void drop(Drop message);

        void retire();
    }
}
