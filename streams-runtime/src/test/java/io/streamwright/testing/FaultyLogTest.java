package io.streamwright.testing;

import static io.streamwright.testing.FaultyLogSetup.LONG;
import static io.streamwright.testing.FaultyLogSetup.P0;
import static io.streamwright.testing.FaultyLogSetup.append;
import static io.streamwright.testing.FaultyLogSetup.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.FetchedRecords;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.log.LogReader;
import io.streamwright.log.Logs;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which calls faults strike, how often, and what they do to them. */
class FaultyLogTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final FaultyLogSetup setup = new FaultyLogSetup();
    private final FaultyLog faults = setup.faults;
    private final LogClient log = setup.log;

    @AfterEach
    void close() {
        setup.close();
    }

    // ---- every call

    @ParameterizedTest
    @EnumSource
    void everyCall_failsOnce_andThenWorks(LogCall call) {
        // given
        TimeoutException struck = new TimeoutException("struck");
        Fault fault = faults.at(call).fail(() -> struck);
        // when
        Runnable doing = doings().get(call);
        assertThat(doing).as("a way to make the call " + call).isNotNull();
        assertThatThrownBy(doing::run).isSameAs(struck);
        // then
        assertThat(fault.fired()).isEqualTo(1);
        doings().get(call).run();
        assertThat(fault.fired()).isEqualTo(1);
    }

    /** For each call, what makes it. A writer's calls are made by a writer of its own. */
    private Map<LogCall, Runnable> doings() {
        Map<LogCall, Runnable> doings = new EnumMap<>(LogCall.class);
        doings.put(LogCall.OPEN_LOG, () -> faults.open(setup.address, Map.of()).close());
        doings.put(LogCall.CLOSE_LOG, () -> faults.open(setup.address, Map.of()).close());
        doings.put(
                LogCall.OPEN_READER, () -> log.openReader(ReaderOptions.DEFAULT).close());
        doings.put(
                LogCall.CLOSE_READER,
                () -> log.openReader(ReaderOptions.DEFAULT).close());
        doings.put(LogCall.POLL, () -> setup.reader().poll(Duration.ZERO));
        doings.put(LogCall.RESTORE, this::restore);
        doings.put(LogCall.JOIN, () -> log.join("app").close());
        doings.put(
                LogCall.LEAVE,
                () -> log.join("group-" + NUMBER.incrementAndGet()).close());
        for (LogCall call :
                List.of(LogCall.OPEN_WRITER, LogCall.BEGIN, LogCall.APPEND, LogCall.COMMIT, LogCall.CLOSE_WRITER)) {
            doings.put(call, this::commitAndClose);
        }
        doings.put(LogCall.ADD_OFFSETS, this::addOffsets);
        doings.put(LogCall.ABORT, () -> get(setup.writing("w", "aborted").abort()));
        doings.put(LogCall.TOPIC_NAMES, () -> log.topics().names());
        doings.put(LogCall.DESCRIBE_TOPIC, () -> log.topics().describe("words"));
        doings.put(
                LogCall.CREATE_TOPIC,
                () -> log.topics().create(new TopicSpec("topic-" + NUMBER.incrementAndGet(), 1, Map.of())));
        doings.put(LogCall.START_OFFSETS, () -> log.topics().startOffsets(Set.of(P0)));
        doings.put(LogCall.STABLE_OFFSETS, () -> log.topics().stableOffsets(Set.of(P0)));
        doings.put(LogCall.COMMITTED_OFFSETS, () -> log.topics().committedOffsets("app", Set.of(P0)));
        doings.put(LogCall.DELETE_RECORDS, () -> log.topics().deleteRecordsBefore(Map.of(P0, 0L)));
        return doings;
    }

    private void restore() {
        if (setup.plain.topics().describe("app-counts-changelog").isEmpty()) {
            setup.plain.topics().create(new TopicSpec("app-counts-changelog", 1, Map.of()));
        }
        TopicPartition changelog = new TopicPartition("app-counts-changelog", 0);
        try (LogReader reader = log.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(changelog));
            reader.seek(changelog, 0);
            reader.poll(Duration.ZERO);
        }
    }

    private void commitAndClose() {
        TransactionalWriter writer = setup.writing("w", "x");
        get(writer.commit());
        writer.close();
    }

    private void addOffsets() {
        try (GroupMembership member = log.join("offsets")) {
            TransactionalWriter writer = setup.writing("w", "x");
            writer.addOffsets(Map.of(P0, new OffsetAndMetadata(1)), member);
            get(writer.commit());
        }
    }

    // ---- before and after

    @Test
    void creationThatTookEffectAndFailed_isThere() {
        faults.at(LogCall.CREATE_TOPIC).ofTopic("new").afterItTookEffect().fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(() -> log.topics().create(new TopicSpec("new", 1, Map.of())))
                .isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> log.topics().create(new TopicSpec("new", 1, Map.of())))
                .isInstanceOf(TopicExistsException.class);
    }

    @Test
    void creationThatFailedBefore_isNotThere() {
        faults.at(LogCall.CREATE_TOPIC).fail(() -> new PolicyViolationException("struck"));
        assertThatThrownBy(() -> log.topics().create(new TopicSpec("new", 1, Map.of())))
                .isInstanceOf(PolicyViolationException.class);
        assertThat(setup.plain.topics().describe("new")).isEmpty();
    }

    @Test
    void openingThatTookEffectAndFailed_hasFencedTheOldOwner() {
        TransactionalWriter old = setup.writing("w", "old");
        faults.at(LogCall.OPEN_WRITER).ofWriter("w").afterItTookEffect().fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(() -> setup.writer("w")).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> get(old.commit())).isInstanceOf(RuntimeException.class);
        assertThat(setup.committed()).isEmpty();
    }

    @Test
    void joinThatTookEffectAndFailed_leavesAgain() {
        faults.at(LogCall.JOIN).afterItTookEffect().fail(() -> new GroupAuthorizationException("struck"));
        assertThatThrownBy(() -> log.join("app")).isInstanceOf(GroupAuthorizationException.class);
        assertThat(log.join("app").generation()).isEqualTo(2);
    }

    @Test
    void failedPoll_hasMovedNothing() {
        // given
        TransactionalWriter writer = setup.writing("w", "x");
        get(writer.commit());
        LogReader reader = setup.reader();
        faults.at(LogCall.POLL).ofTopic(P0.topic()).fail(() -> new TimeoutException("struck"));
        // when
        assertThatThrownBy(() -> reader.poll(LONG)).isInstanceOf(TimeoutException.class);
        // then
        List<FetchedRecords> fetched = reader.poll(LONG);
        assertThat(fetched.get(0).records()).hasSize(1);
    }

    @Test
    void pollOfOneTopic_isNoPollOfAnother() {
        Fault restore = faults.at(LogCall.RESTORE).always().watch();
        Fault other = faults.at(LogCall.POLL).ofTopic("other").always().watch();
        Fault words = faults.at(LogCall.POLL).ofTopic("words").always().watch();
        setup.reader().poll(Duration.ZERO);
        restore();
        assertThat(words.fired()).isEqualTo(1);
        assertThat(other.fired()).isZero();
        assertThat(restore.fired()).isEqualTo(1);
    }

    // ---- how often

    @Test
    void skippedCalls_goWell_andThenSoManyAreStruck() {
        // given
        Fault fault = faults.at(LogCall.TOPIC_NAMES).skip(1).times(2).fail(() -> new TimeoutException("struck"));
        // when
        List<Boolean> wentWell = new ArrayList<>();
        for (int call = 0; call < 5; call++) {
            try {
                log.topics().names();
                wentWell.add(true);
            } catch (TimeoutException struck) {
                wentWell.add(false);
            }
        }
        // then
        assertThat(wentWell).containsExactly(true, false, false, true, true);
        assertThat(fault.fired()).isEqualTo(2);
    }

    @Test
    void severalFaults_areAppliedInTurn_upToTheFirstThatFails() {
        // given
        List<String> seen = new ArrayList<>();
        faults.at(LogCall.TOPIC_NAMES).always().run(() -> seen.add("first"));
        Fault failing = faults.at(LogCall.TOPIC_NAMES).fail(() -> new TimeoutException("struck"));
        Fault last = faults.at(LogCall.TOPIC_NAMES).always().watch();
        // when
        assertThatThrownBy(() -> log.topics().names()).isInstanceOf(TimeoutException.class);
        log.topics().names();
        // then
        assertThat(seen).containsExactly("first", "first");
        assertThat(failing.fired()).isEqualTo(1);
        assertThat(last.fired()).isEqualTo(1);
    }

    @Test
    void disarmedFault_strikesNoMore() {
        Fault fault = faults.at(LogCall.TOPIC_NAMES).always().fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(() -> log.topics().names()).isInstanceOf(TimeoutException.class);
        fault.disarm();
        assertThat(log.topics().names()).contains("words");
        assertThat(fault.fired()).isEqualTo(1);
    }

    @Test
    void whatTheActionThrows_theCallFailsWith() {
        faults.at(LogCall.TOPIC_NAMES).run(() -> {
            throw new IllegalStateException("struck");
        });
        assertThatThrownBy(() -> log.topics().names())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("struck");
    }

    // ---- holding and waiting

    @Test
    void clear_letsHeldCallsGoOn_andForgetsEverything() throws InterruptedException {
        // given
        Fault held = faults.at(LogCall.TOPIC_NAMES).always().hold();
        CompletableFuture<Set<String>> names = new CompletableFuture<>();
        new Thread(() -> names.complete(log.topics().names())).start();
        held.awaitFired(LONG);
        assertThat(names).isNotDone();
        // when
        faults.clear();
        // then
        assertThat(get(names)).contains("words");
        log.topics().names();
        assertThat(held.fired()).isEqualTo(1);
    }

    @Test
    void interruptedWhileHeld_failsAsTheLogDoes() throws InterruptedException {
        // given
        Fault held = faults.at(LogCall.TOPIC_NAMES).hold();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                log.topics().names();
                interrupted.complete(false);
            } catch (InterruptException failure) {
                interrupted.complete(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        held.awaitFired(LONG);
        // when
        thread.interrupt();
        // then
        assertThat(get(interrupted)).isTrue();
    }

    @Test
    void faultThatDoesNotFire_isNamedWhenItIsAwaited() {
        Fault fault = faults.at(LogCall.COMMIT)
                .ofWriter("app-0_1")
                .afterItTookEffect()
                .hold();
        assertThatThrownBy(() -> fault.awaitFired(Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("fault at COMMIT of writer app-0_1, after it took effect fired 0 times in PT0.001S,"
                        + " not 1 times");
    }

    // ---- what cannot be

    @Test
    void faultThatNoCallCanMeet_isRefused() {
        assertThatThrownBy(() -> faults.at(LogCall.POLL).afterItTookEffect())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("POLL", "no effect");
        assertThatThrownBy(() -> faults.at(LogCall.POLL).ofWriter("w")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> faults.at(LogCall.COMMIT).ofTopic("words"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> faults.at(LogCall.OPEN_WRITER).withRecord(record -> true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> faults.at(LogCall.COMMIT).times(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> faults.at(LogCall.COMMIT).skip(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    // ---- the log below

    @Test
    void anotherProvider_opensTheLogBelow() {
        // given
        List<String> opened = new ArrayList<>();
        LogProvider below = new LogProvider() {
            @Override
            public boolean accepts(String address) {
                return address.equals("mine");
            }

            @Override
            public LogClient open(String address, Map<String, ?> config) {
                opened.add(address + config);
                return Logs.open(setup.address, Map.of());
            }
        };
        FaultyLog over = FaultyLog.over(below);
        Fault opening = over.at(LogCall.OPEN_LOG).fail(() -> new InvalidConfigurationException("struck"));
        // when
        assertThatThrownBy(() -> over.open("mine", Map.of())).isInstanceOf(InvalidConfigurationException.class);
        LogClient client = over.open("mine", Map.of("a", "b"));
        // then
        assertThat(over.accepts("mine")).isTrue();
        assertThat(over.accepts("yours")).isFalse();
        assertThat(opened).containsExactly("mine{a=b}");
        assertThat(opening.fired()).isEqualTo(1);
        assertThat(client.topics().names()).contains("words");
        client.close();
    }

    @Test
    void clientsOpenedBefore_areStruckToo() {
        TransactionalWriter writer = setup.writer("w");
        writer.begin();
        faults.at(LogCall.APPEND).fail(() -> new TimeoutException("struck"));
        assertThatThrownBy(() -> append(writer, "x")).isInstanceOf(TimeoutException.class);
    }
}
