package io.streamwright.runtime;

import io.streamwright.StreamsConfig;
import io.streamwright.assign.AppPlan;
import io.streamwright.assign.AppPlanner;
import io.streamwright.assign.AssignorPlacement;
import io.streamwright.assign.GroupLeader;
import io.streamwright.assign.Instance;
import io.streamwright.assign.MemberState;
import io.streamwright.assign.TaskInfos;
import io.streamwright.assign.TaskPlacement;
import io.streamwright.log.LogClient;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.ReaderOptions;
import io.streamwright.processor.assignment.AssignmentConfigs;
import io.streamwright.runtime.group.GroupSeat;
import io.streamwright.runtime.topics.TopicSetup;
import io.streamwright.topology.Blueprint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings an application on an open log to life: its topics, its membership, its workers.
 *
 * <p>Owner: the starting thread.
 */
final class AppLauncher {
    private static final Logger LOG = LoggerFactory.getLogger(AppLauncher.class);

    private final Blueprint program;
    private final StreamsConfig config;
    private final RuntimeSettings settings;
    private final WorkerSupport support;
    private final RestoreReports restoreReports;

    AppLauncher(
            Blueprint program,
            StreamsConfig config,
            RuntimeSettings settings,
            WorkerSupport support,
            RestoreReports restoreReports) {
        this.program = program;
        this.config = config;
        this.settings = settings;
        this.support = support;
        this.restoreReports = restoreReports;
    }

    /** Fills an application and starts its workers. If it throws, none was started. */
    void launch(RunningApp app) {
        LogClient log = app.log();
        TopicSetup topics = new TopicSetup(
                log.topics(),
                config.getBoolean(StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG)
                        && !log.topics().areMadeByOthers(),
                config.getInt(StreamsConfig.EMBEDDED_DEFAULT_PARTITIONS_CONFIG));
        StartCalls calls = new StartCalls(settings.workers().errors(), support.clock());
        AppPlan plan =
                calls.make("look up the topics", () -> AppPlanner.plan(program, settings.applicationId(), topics));
        support.localTasks().planned(plan.tasks());
        GroupSeat seat = seat(plan);
        app.seat(seat);
        // Before the group is joined: topics that come up later would begin another generation of it.
        calls.make(
                "create the internal topics",
                () -> topics.createMissing(plan.internalTopics(), config.topicSettings()));
        app.joined(calls.make("join the group", () -> log.join(member(plan), seat)));
        Optional<GlobalFactory.Opened> globals = globals(app, plan);
        TaskFactory factory = new TaskFactory(
                program,
                settings,
                plan.tasks().size(),
                log,
                app::membership,
                topics,
                restoreReports,
                GlobalFactory.Opened.stores(globals));
        WorkerPool workers = new WorkerPool(
                plan.tasks(),
                settings.workers(),
                name -> new Worker(name, List.of(), factory, log.openReader(ReaderOptions.DEFAULT), support),
                support.lifecycle(),
                () -> app.membership().requestRound());
        int globalTasks = globals.isPresent() ? 1 : 0;
        app.meter(new ProgressMeter(support.board(), log, () -> workers.held().size() + globalTasks));
        app.workers(workers);
        seat.begin(workers);
        LOG.info(
                "application {} starts tasks={} log={} state.dir={}",
                settings.applicationId(),
                plan.tasks().size(),
                config.bootstrapServers(),
                settings.stateDirectory());
        app.startLoops();
    }

    private GroupSeat seat(AppPlan plan) {
        Uuid drawn = Uuid.randomUuid();
        UUID process = new UUID(drawn.getMostSignificantBits(), drawn.getLeastSignificantBits());
        String host = config.getString(StreamsConfig.APPLICATION_SERVER_CONFIG);
        Instance instance = new Instance(process, settings.workers().count(), host, rack(), config.getClientTags());
        TaskPlacement placement = new AssignorPlacement(
                AssignorPlacement.assignor(config),
                AssignmentConfigs.of(config),
                TaskInfos.of(program, settings.applicationId(), plan.tasks(), partition -> Optional.empty()));
        return new GroupSeat(
                settings.applicationId(),
                (generation, held, stop) -> new MemberState(instance, generation, held, Map.of(), stop),
                new GroupLeader(placement),
                part -> support.localTasks().assigned(part),
                cause -> support.judge().shutDown(cause));
    }

    private MemberOptions member(AppPlan plan) {
        Set<String> topics = plan.tasks().stream()
                .flatMap(task -> task.inputs().keySet().stream())
                .map(TopicPartition::topic)
                .collect(Collectors.toUnmodifiableSet());
        return new MemberOptions(settings.applicationId(), topics, settings.stateDirectory());
    }

    /** That of the main consumers, if it is set for them, or of all consumers, or of all clients. */
    private String rack() {
        return Stream.of(StreamsConfig.MAIN_CONSUMER_PREFIX, StreamsConfig.CONSUMER_PREFIX, "")
                .flatMap(prefix ->
                        Optional.ofNullable(config.originals().get(prefix + ConsumerConfig.CLIENT_RACK_CONFIG))
                                .stream())
                .map(Object::toString)
                .findFirst()
                .orElse("");
    }

    private Optional<GlobalFactory.Opened> globals(RunningApp app, AppPlan plan) {
        Optional<GlobalFactory.Opened> globals =
                new GlobalFactory(program, settings).open(plan.globalInputs(), app.log(), support, restoreReports);
        globals.ifPresent(opened -> {
            GlobalLoop loop = new GlobalLoop(settings.workers().namePrefix() + "-global", opened.reader(), support);
            support.localTasks().opened(opened.task());
            support.lifecycle().workersStarting(Set.of(loop.name()));
            app.global(opened.task(), loop);
        });
        return globals;
    }
}
