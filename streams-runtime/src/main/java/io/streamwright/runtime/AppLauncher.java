package io.streamwright.runtime;

import io.streamwright.StreamsConfig;
import io.streamwright.assign.AppPlan;
import io.streamwright.assign.AppPlanner;
import io.streamwright.assign.WorkerShares;
import io.streamwright.log.LogClient;
import io.streamwright.log.ReaderOptions;
import io.streamwright.runtime.topics.TopicSetup;
import io.streamwright.topology.Blueprint;
import java.util.Optional;
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
        Optional<GlobalFactory.Opened> globals = globals(app, plan);
        TaskFactory factory = new TaskFactory(
                program,
                settings,
                plan.tasks().size(),
                log,
                app.membership(),
                topics,
                restoreReports,
                GlobalFactory.Opened.stores(globals));
        WorkerPool workers = new WorkerPool(
                settings.workers().namePrefix(),
                (name, share) -> new Worker(name, share, factory, log.openReader(ReaderOptions.DEFAULT), support),
                support.lifecycle());
        app.meter(new ProgressMeter(support.board(), log, plan.tasks().size() + (globals.isPresent() ? 1 : 0)));
        app.workers(workers);
        LOG.info(
                "application {} starts tasks={} log={} state.dir={}",
                settings.applicationId(),
                plan.tasks().size(),
                config.bootstrapServers(),
                settings.stateDirectory());
        workers.make(WorkerShares.deal(plan.tasks(), settings.workers().count()));
        app.startLoops();
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
