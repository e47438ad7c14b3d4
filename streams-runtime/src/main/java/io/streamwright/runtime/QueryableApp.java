package io.streamwright.runtime;

import io.streamwright.KeyQueryMetadata;
import io.streamwright.LagInfo;
import io.streamwright.StoreQueryParameters;
import io.streamwright.StreamsConfig;
import io.streamwright.StreamsMetadata;
import io.streamwright.ThreadMetadata;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.query.StateQueryRequest;
import io.streamwright.query.StateQueryResult;
import io.streamwright.runtime.query.AppStanding;
import io.streamwright.runtime.query.LocalTasks;
import io.streamwright.runtime.query.MetadataQueries;
import io.streamwright.runtime.query.StoreQueries;
import io.streamwright.state.HostInfo;
import io.streamwright.topology.Blueprint;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of an application from outside of its topology: what its stores hold, who has them, how far they are.
 *
 * <p>Answers are made of committed data only, on the asking thread, beside the workers.
 *
 * <p>Thread-safe.
 */
public abstract class QueryableApp {
    private final LocalTasks tasks = new LocalTasks();
    private final StoreQueries queries;
    private final MetadataQueries metadata;

    /** For {@link StreamsApp}. */
    QueryableApp(Blueprint program, StreamsConfig config) {
        Standing standing = new Standing(config.applicationId());
        HostInfo configured = HostInfo.buildFromEndpoint(config.getString(StreamsConfig.APPLICATION_SERVER_CONFIG));
        HostInfo host = configured == null ? HostInfo.unavailable() : configured;
        String owner = configured == null ? "this instance" : "this instance, " + configured;
        this.queries = new StoreQueries(program, tasks, standing, owner);
        this.metadata = new MetadataQueries(queries, tasks, standing, config.applicationId(), host);
    }

    /** Returns where the application stands in its life. */
    public abstract StreamsApp.State state();

    /** Returns what the application holds; null unless it runs. */
    abstract @Nullable RunningApp whileRunning();

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

    /**
     * Asks a store of this instance, in some partitions or in all (KIP-796).
     *
     * <p>Each partition answers for itself, or says why it does not: {@link io.streamwright.query.FailureReason#NOT_ACTIVE} while it is
     * opened or restored, {@code NOT_PRESENT} while its task is not open, {@code DOES_NOT_EXIST} if there is no such partition, {@code
     * NOT_UP_TO_BOUND} if it has not seen yet what is asked for, {@code UNKNOWN_QUERY_TYPE} if its kind of store has no answer. The
     * position of an answer is that of the commit that it shows. Iterators have to be closed.
     *
     * @param request the question, and what may answer it
     * @param <R> what the answer of a partition is
     * @throws io.streamwright.errors.UnknownStateStoreException if the topology has no such store
     * @throws io.streamwright.errors.StreamsNotStartedException if the application was not started
     * @throws io.streamwright.errors.StreamsStoppedException if it is closing or closed
     * @throws io.streamwright.errors.StreamsRebalancingException if all partitions are asked and it is not known yet which there are
     */
    public <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        return queries.query(request);
    }

    /**
     * Returns all instances of the application and what they have: this one, once its tasks are known.
     *
     * @throws io.streamwright.errors.StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if it is closing or closed
     */
    public Collection<StreamsMetadata> metadataForAllStreamsClients() {
        return metadata.allInstances();
    }

    /**
     * Returns the instances that have partitions of a store; none if there is no such store.
     *
     * @throws io.streamwright.errors.StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if it is closing or closed
     */
    public Collection<StreamsMetadata> streamsMetadataForStore(String storeName) {
        return metadata.instancesWith(storeName);
    }

    /**
     * Returns who has a key of a store, if the store's input is partitioned by the hash of the serialized key, as it is by default.
     *
     * @param storeName the store
     * @param key the key
     * @param keySerializer the input's
     * @return {@link KeyQueryMetadata#NOT_AVAILABLE} if the tasks are not known yet
     * @throws io.streamwright.errors.UnknownStateStoreException if the topology has no such store
     * @throws io.streamwright.errors.StreamsNotStartedException if the application was not started
     * @throws IllegalStateException if it is closing or closed
     */
    public <K> KeyQueryMetadata queryMetadataForKey(String storeName, K key, Serializer<K> keySerializer) {
        return queryMetadataForKey(storeName, key, new RecordHeaders(), keySerializer);
    }

    /**
     * The same for a serializer that writes headers, or reads them.
     *
     * @param headers those of the input record
     */
    public <K> KeyQueryMetadata queryMetadataForKey(
            String storeName, K key, Headers headers, Serializer<K> keySerializer) {
        return metadata.ofKey(storeName, key, headers, keySerializer);
    }

    /**
     * Returns who has a key of a store whose input is partitioned by a partitioner of the program's.
     *
     * @param partitioner must choose one partition; it is given no value
     * @throws IllegalArgumentException if it chooses none or several
     */
    public <K> KeyQueryMetadata queryMetadataForKey(
            String storeName, K key, StreamPartitioner<? super K, ?> partitioner) {
        return queryMetadataForKey(storeName, key, new RecordHeaders(), partitioner);
    }

    /**
     * The same for a partitioner that looks at headers.
     *
     * @param headers those of the input record
     */
    public <K> KeyQueryMetadata queryMetadataForKey(
            String storeName, K key, Headers headers, StreamPartitioner<? super K, ?> partitioner) {
        return metadata.ofKey(storeName, key, headers, partitioner);
    }

    /** Returns the workers of this instance and their tasks; none unless the application runs. */
    public Set<ThreadMetadata> metadataForLocalThreads() {
        RunningApp app = whileRunning();
        return app == null
                ? Set.of()
                : metadata.workers(app.workerTasks(), app.log().topics());
    }

    /**
     * Returns how far the partitions of stores are behind their changelogs, by store, then partition; none unless the application runs.
     * Stores without a changelog are left out.
     */
    public Map<String, Map<Integer, LagInfo>> allLocalStorePartitionLags() {
        RunningApp app = whileRunning();
        return app == null ? Map.of() : metadata.lags(app.log().topics());
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
