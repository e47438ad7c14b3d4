package io.streamwright.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.CategoryTransactionErrorHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.TransactionErrorHandler;
import io.streamwright.log.LogRecord;
import io.streamwright.log.WriterOptions;
import io.streamwright.loop.Jitter;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.TaskId;
import io.streamwright.store.RestoreProgress;
import io.streamwright.store.TaskStores;
import io.streamwright.store.TaskStoresOptions;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A transaction over a scripted log, and a task that notes what it is told. */
abstract class TransactionFixture {
    static final long AFTER_BACKOFF = 5_000;
    static final long TASK_TIMEOUT_MS = 60_000;
    static final long ANSWER_TIMEOUT_MS = 30_000;
    static final TopicPartition INPUT = new TopicPartition("in", 0);

    final ScriptedLog log = new ScriptedLog();
    final List<TransactionEvent> events = new ArrayList<>();
    final Participant participant = new Participant();

    @TempDir
    Path directory;

    TaskTransaction transaction;
    TransactionErrorHandler handler = new CategoryTransactionErrorHandler();

    @BeforeEach
    void makeTransaction() {
        TaskStores stores = TaskStores.open(
                new TaskStoresOptions(new TaskId(0, 0), directory, List.of(), () -> 0L, noContext(), 0));
        transaction = new TaskTransaction(
                new TransactionResources(
                        new TaskId(0, 0),
                        log,
                        new WriterOptions("app-0_0", Duration.ofSeconds(10), Duration.ofSeconds(1)),
                        log,
                        RestoreProgress.NONE,
                        new ErrorRules(
                                ErrorClassifier.standard(),
                                context -> handler.handle(context),
                                TASK_TIMEOUT_MS,
                                ANSWER_TIMEOUT_MS,
                                100,
                                Jitter.NONE)),
                stores,
                participant,
                events::add);
    }

    void commitWithoutAnswer() {
        transaction.open(1);
        participant.consumed = 5;
        transaction.commit(1);
        log.commit.completeExceptionally(new TimeoutException("no answer"));
        deliver();
    }

    void fail(KafkaException error) {
        transaction.failed(new LogCallFailedException(LogCall.APPEND, error), 2);
    }

    void start() {
        settle(0);
        assertThat(transaction.isReady()).isTrue();
    }

    void settle(long nowMs) {
        while (transaction.step(nowMs)) {
            assertThat(log.calls).hasSizeLessThan(100);
        }
    }

    void append() {
        transaction.append(new TopicPartition("out", 0), 1, null, new byte[1], LogRecord.NO_HEADERS);
    }

    void deliver() {
        deliver(2);
    }

    void deliver(long nowMs) {
        List<TransactionEvent> arrived = List.copyOf(events);
        events.clear();
        arrived.forEach(event -> transaction.on(event, nowMs));
    }

    /** No store asks for it. */
    private static StateStoreContext noContext() {
        return (StateStoreContext) Proxy.newProxyInstance(
                TransactionFixture.class.getClassLoader(),
                new Class<?>[] {StateStoreContext.class},
                (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    final class Participant implements TransactionParticipant {
        final List<Map<TopicPartition, OffsetAndMetadata>> rewoundTo = new ArrayList<>();
        long consumed;
        int commits;
        boolean holdsBack = true;
        boolean failsToRewind;
        boolean narrows;
        boolean failsToTakeOver;
        int closedBeforeRewind;
        Runnable onClose = () -> {};

        Map<TopicPartition, OffsetAndMetadata> last() {
            return rewoundTo.get(rewoundTo.size() - 1);
        }

        @Override
        public Set<TopicPartition> inputs() {
            return Set.of(INPUT);
        }

        @Override
        public void emitPending() {
            if (holdsBack) {
                append();
            }
        }

        @Override
        public Map<TopicPartition, OffsetAndMetadata> consumedOffsets() {
            return Map.of(INPUT, new OffsetAndMetadata(consumed));
        }

        @Override
        public boolean narrow(Throwable cause) {
            return narrows;
        }

        @Override
        public void committed() {
            if (failsToTakeOver) {
                throw new IllegalStateException("disk full");
            }
            commits++;
        }

        @Override
        public void closeProcessors() {
            onClose.run();
        }

        @Override
        public void rewind(Map<TopicPartition, OffsetAndMetadata> committed) {
            if (failsToRewind) {
                throw new IllegalStateException("init");
            }
            rewoundTo.add(Map.copyOf(committed));
        }
    }
}
