package io.streamwright.runtime;

import io.streamwright.StoreQueryParameters;
import io.streamwright.runtime.query.AppStanding;
import io.streamwright.runtime.query.LocalTasks;
import io.streamwright.runtime.query.StoreQueries;
import io.streamwright.topology.Blueprint;

/**
 * What can be asked of an application from outside of its topology: what its stores hold.
 *
 * <p>Answers are made of committed data only, on the asking thread, beside the workers.
 *
 * <p>Thread-safe.
 */
public abstract class QueryableApp {
    private final LocalTasks tasks = new LocalTasks();
    private final StoreQueries queries;

    /** For {@link StreamsApp}. */
    QueryableApp(Blueprint program, String applicationId) {
        this.queries = new StoreQueries(program, tasks, new Standing(applicationId), "this instance");
    }

    /** Returns where the application stands in its life. */
    public abstract StreamsApp.State state();

    LocalTasks localTasks() {
        return tasks;
    }

    /**
     * Looks into a store of this instance, in all its partitions or in one.
     *
     * <p>What is returned stays good while the application runs: each look asks the tasks that have the store then, and sees what they
     * had committed last. It can be shared by threads; its iterators belong to the thread that asks, see one commit of each task, and
     * have to be closed. Serdes are called by the asking thread while the tasks use them, so they have to be thread-safe.
     *
     * <p>An application that has been started but is not ready lets you have the store; then each look throws, until it is:
     * {@link io.streamwright.errors.StateStoreRestoringException} while a task is restored, which says how much is missing;
     * {@link io.streamwright.errors.StreamsRebalancingException} while a task is not open, for example as it moves to another worker;
     * {@link io.streamwright.errors.StateStoreMigratedException} if a task was closed during the look; and {@link
     * io.streamwright.errors.StreamsStoppedException} once the application is closing. Null means that a key is not there.
     *
     * @param storeQueryParameters which store, of what kind
     * @param <T> how the store is seen
     * @throws io.streamwright.errors.StreamsNotStartedException if the application was not started
     * @throws io.streamwright.errors.StreamsStoppedException if it is closing or closed
     * @throws io.streamwright.errors.UnknownStateStoreException if the topology has no such store
     * @throws io.streamwright.errors.InvalidStateStorePartitionException if there is no such partition
     * @throws io.streamwright.errors.InvalidStateStoreException if the store is of another kind
     */
    public <T> T store(StoreQueryParameters<T> storeQueryParameters) {
        return queries.store(storeQueryParameters);
    }

    /** Where this application stands. Thread-safe. */
    private final class Standing implements AppStanding {
        private final String applicationId;

        Standing(String applicationId) {
            this.applicationId = applicationId;
        }

        @Override
        public boolean hasNotStarted() {
            return state().hasNotStarted();
        }

        @Override
        public boolean hasEnded() {
            return state().hasStartedOrFinishedShuttingDown();
        }

        @Override
        public String describe() {
            return "the state of application " + applicationId + " is " + state();
        }
    }
}
