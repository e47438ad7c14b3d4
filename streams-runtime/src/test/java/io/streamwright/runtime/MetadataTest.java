package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.CloseOptions;
import io.streamwright.CloseOptions.GroupMembershipOperation;
import io.streamwright.KeyQueryMetadata;
import io.streamwright.LagInfo;
import io.streamwright.StoreQueryParameters;
import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.StreamsMetadata;
import io.streamwright.TaskMetadata;
import io.streamwright.ThreadMetadata;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsNotStartedException;
import io.streamwright.errors.UnknownStateStoreException;
import io.streamwright.kstream.Consumed;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.log.Logs;
import io.streamwright.processor.StreamPartitioner;
import io.streamwright.processor.TaskId;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.state.HostInfo;
import io.streamwright.state.QueryableStoreTypes;
import io.streamwright.state.ReadOnlyKeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application says who has what, and how far it is. */
final class MetadataTest {
    private static final String COUNTS = "counts";
    private static final List<String> WORDS = List.of("apple", "pear", "plum", "fig", "quince", "grape");

    @TempDir
    Path directory;

    private final FaultyLog faults = FaultyLog.over(Logs.installed());
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory, faults);
        harness.createTopic("in", 3);
        WORDS.forEach(word -> harness.write("in", word, "x"));
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    private static Topology counting() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long>as(Stores.persistentKeyValueStore(COUNTS))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()));
        return builder.build();
    }

    private StreamsApp app(String... settings) {
        return new StreamsApp(counting(), harness.settings(settings), faults);
    }

    private static StreamsApp started(StreamsApp app) throws InterruptedException {
        app.start();
        assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        return app;
    }

    @Test
    void oneInstance_hasEverything() throws Exception {
        try (StreamsApp app = started(app(StreamsConfig.APPLICATION_SERVER_CONFIG, "here:8080"))) {
            assertThat(app.metadataForAllStreamsClients()).singleElement().satisfies(instance -> {
                assertThat(instance.hostInfo()).isEqualTo(new HostInfo("here", 8080));
                assertThat(instance.host()).isEqualTo("here");
                assertThat(instance.port()).isEqualTo(8080);
                assertThat(instance.stateStoreNames()).containsExactly(COUNTS);
                assertThat(instance.topicPartitions())
                        .containsExactlyInAnyOrder(
                                new TopicPartition("in", 0), new TopicPartition("in", 1), new TopicPartition("in", 2));
                assertThat(instance.standbyStateStoreNames()).isEmpty();
                assertThat(instance.standbyTopicPartitions()).isEmpty();
            });
            assertThat(app.streamsMetadataForStore(COUNTS)).isEqualTo(List.copyOf(app.metadataForAllStreamsClients()));
            assertThat(app.streamsMetadataForStore("other")).isEmpty();
        }
    }

    @Test
    void instanceWithoutAServer_isUnavailableToOthers() throws Exception {
        try (StreamsApp app = started(app())) {
            assertThat(app.metadataForAllStreamsClients())
                    .extracting(StreamsMetadata::hostInfo)
                    .containsExactly(HostInfo.unavailable());
        }
    }

    @Test
    void keyIsWhereItsMetadataSays() throws Exception {
        try (StreamsApp app = started(app(StreamsConfig.APPLICATION_SERVER_CONFIG, "here:8080"))) {
            for (String word : WORDS) {
                KeyQueryMetadata metadata = app.queryMetadataForKey(COUNTS, word, new StringSerializer());
                assertThat(metadata.activeHost()).isEqualTo(new HostInfo("here", 8080));
                assertThat(metadata.standbyHosts()).isEmpty();
                ReadOnlyKeyValueStore<String, Long> there = app.store(
                        StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.<String, Long>keyValueStore())
                                .withPartition(metadata.partition()));
                assertThat(there.get(word)).isEqualTo(1);
            }
        }
    }

    @Test
    void partitionerOfOnesOwn_chooses() throws Exception {
        StreamPartitioner<String, Object> last = (topic, key, value, count) -> Optional.of(Set.of(count - 1));
        StreamPartitioner<String, Object> all = (topic, key, value, count) -> Optional.of(Set.of(0, 1));
        StreamPartitioner<String, Object> none = (topic, key, value, count) -> Optional.empty();
        try (StreamsApp app = started(app())) {
            assertThat(app.queryMetadataForKey(COUNTS, "a", last).partition()).isEqualTo(2);
            assertThatThrownBy(() -> app.queryMetadataForKey(COUNTS, "a", all))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must choose one partition");
            assertThatThrownBy(() -> app.queryMetadataForKey(COUNTS, "a", none))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> app.queryMetadataForKey("other", "a", last))
                    .isInstanceOf(UnknownStateStoreException.class);
        }
    }

    @Test
    void workers_showTheirTasksAndOffsets() throws Exception {
        try (StreamsApp app = app(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "2")) {
            assertThat(app.metadataForLocalThreads()).isEmpty();
            started(app);
            Set<ThreadMetadata> workers = app.metadataForLocalThreads();
            assertThat(workers)
                    .extracting(ThreadMetadata::threadName)
                    .containsExactlyInAnyOrder("app-worker-1", "app-worker-2");
            assertThat(workers).extracting(ThreadMetadata::threadState).containsOnly("RUNNING");
            assertThat(workers)
                    .flatExtracting(ThreadMetadata::producerClientIds)
                    .containsExactlyInAnyOrder("app-0_0", "app-0_1", "app-0_2");
            assertThat(workers)
                    .flatExtracting(ThreadMetadata::activeTasks)
                    .extracting(TaskMetadata::taskId)
                    .containsExactlyInAnyOrder(new TaskId(0, 0), new TaskId(0, 1), new TaskId(0, 2));
            for (ThreadMetadata worker : workers) {
                assertThat(worker.standbyTasks()).isEmpty();
                for (TaskMetadata task : worker.activeTasks()) {
                    TopicPartition input =
                            new TopicPartition("in", task.taskId().partition());
                    assertThat(task.topicPartitions()).containsExactly(input);
                    assertThat(task.endOffsets()).containsOnlyKeys(input);
                    assertThat(task.committedOffsets()).isEqualTo(task.endOffsets());
                }
            }
        }
    }

    @Test
    void storesAtWork_areAtTheEndOfTheirChangelogs() throws Exception {
        try (StreamsApp app = app()) {
            assertThat(app.allLocalStorePartitionLags()).isEmpty();
            started(app);
            Map<String, Map<Integer, LagInfo>> lags = app.allLocalStorePartitionLags();
            assertThat(lags).containsOnlyKeys(COUNTS);
            assertThat(lags.get(COUNTS)).containsOnlyKeys(0, 1, 2);
            assertThat(lags.get(COUNTS).values()).allSatisfy(lag -> {
                assertThat(lag.offsetLag()).isZero();
                assertThat(lag.endOffsetPosition()).isPositive();
            });
        }
    }

    @Test
    void storeThatIsRestored_saysHowFarItIs() throws Exception {
        harness.runToEnd(counting());
        new StreamsApp(counting(), harness.settings(), faults).cleanUp();
        Fault restoring = faults.at(LogCall.RESTORE).always().hold();
        StreamsApp app = app();
        try {
            app.start();
            restoring.awaitFired(AppHarness.LONG);
            LagInfo lag = app.allLocalStorePartitionLags().get(COUNTS).get(0);
            assertThat(lag.currentOffsetPosition()).isZero();
            assertThat(lag.offsetLag()).isPositive().isEqualTo(lag.endOffsetPosition());
            assertThat(app.metadataForLocalThreads())
                    .extracting(ThreadMetadata::threadState)
                    .containsExactly("STARTING");
        } finally {
            restoring.disarm();
            restoring.release();
            app.close();
        }
    }

    @Test
    void beforeAndAfter_thereIsNothingToSay() throws Exception {
        StreamsApp app = app();
        assertThatThrownBy(app::metadataForAllStreamsClients).isInstanceOf(StreamsNotStartedException.class);
        assertThatThrownBy(() -> app.queryMetadataForKey(COUNTS, "a", new StringSerializer()))
                .isInstanceOf(StreamsNotStartedException.class);
        started(app).close();
        assertThatThrownBy(app::metadataForAllStreamsClients)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("NOT_RUNNING");
        assertThat(app.metadataForLocalThreads()).isEmpty();
        assertThat(app.allLocalStorePartitionLags()).isEmpty();
    }

    @Test
    void wrongServer_isRefused() {
        assertThatThrownBy(() -> app(StreamsConfig.APPLICATION_SERVER_CONFIG, "here"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("application.server");
    }

    @Test
    void closeOptions_boundTheWait() throws Exception {
        Fault commit = faults.at(LogCall.CLOSE_WRITER).hold();
        StreamsApp app = started(app());
        try {
            assertThat(app.close(CloseOptions.timeout(Duration.ofMillis(1)))).isFalse();
            assertThatThrownBy(() -> app.close(CloseOptions.timeout(Duration.ofMillis(-1))))
                    .isInstanceOf(IllegalArgumentException.class);
        } finally {
            commit.release();
        }
        assertThat(app.close(CloseOptions.groupMembershipOperation(GroupMembershipOperation.REMAIN_IN_GROUP)))
                .isTrue();
        assertThat(app.state()).isEqualTo(State.NOT_RUNNING);
    }
}
