package io.streamwright.runtime;

import io.streamwright.StreamsConfig;
import io.streamwright.assign.AppPlan;
import io.streamwright.assign.AppPlanner;
import io.streamwright.assign.PlannedTask;
import io.streamwright.assign.WorkerShares;
import io.streamwright.log.LogClient;
import io.streamwright.log.ReaderOptions;
import io.streamwright.loop.LoopThread;
import io.streamwright.runtime.topics.TopicSetup;
import io.streamwright.topology.Blueprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
                config.getBoolean(StreamsConfig.EMBEDDED_AUTO_CREATE_TOPICS_CONFIG),
                config.getInt(StreamsConfig.EMBEDDED_DEFAULT_PARTITIONS_CONFIG));
        StartCalls calls = new StartCalls(settings.workers().errors(), support.clock());
        AppPlan plan =
                calls.make("look up the topics", () -> AppPlanner.plan(program, settings.applicationId(), topics));
        app.joined(calls.make("join the group", () -> log.join(settings.applicationId())));
        calls.make(
                "create the internal topics",
                () -> topics.createMissing(plan.internalTopics(), config.topicSettings()));
        support.localTasks().planned(plan.tasks());
        Map<String, Worker> workers = workers(app, plan, topics);
        app.meter(new ProgressMeter(support.board(), log, plan.tasks().size()));
        app.workers(workers.values());
        support.lifecycle().workersStarting(Set.copyOf(workers.keySet()));
        LOG.info(
                "application {} starts tasks={} workers={} log={} state.dir={}",
                settings.applicationId(),
                plan.tasks().size(),
                workers.size(),
                config.bootstrapServers(),
                settings.stateDirectory());
        workers.forEach((name, worker) -> LoopThread.startLasting(name, worker::run));
    }

    private Map<String, Worker> workers(RunningApp app, AppPlan plan, TopicSetup topics) {
        LogClient log = app.log();
        TaskFactory factory = new TaskFactory(
                program, settings, plan.tasks().size(), log, app.membership(), topics, restoreReports, support.clock());
        Map<String, Worker> workers = new LinkedHashMap<>();
        for (List<PlannedTask> share :
                WorkerShares.deal(plan.tasks(), settings.workers().count())) {
            if (!share.isEmpty()) {
                String name = settings.workers().namePrefix() + "-worker-" + (workers.size() + 1);
                workers.put(name, new Worker(name, share, factory, log.openReader(ReaderOptions.DEFAULT), support));
            }
        }
        return workers;
    }
}
