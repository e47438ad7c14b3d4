package io.streamwright.runtime;

import io.streamwright.assign.PlannedTask;
import io.streamwright.errors.StreamsException;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.log.FetchedRecords;
import io.streamwright.log.LogReader;
import io.streamwright.loop.Mailbox;
import io.streamwright.metrics.TaskCounters;
import io.streamwright.metrics.TaskMeter;
import io.streamwright.processor.TaskId;
import io.streamwright.runtime.reading.PausedInputs;
import io.streamwright.runtime.reading.ReadFailures;
import io.streamwright.runtime.reading.WorkerInput;
import io.streamwright.runtime.topics.RepartitionPurge;
import io.streamwright.task.Task;
import io.streamwright.task.TaskFailure;
import io.streamwright.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks it owns, turn by turn, on one thread.
 *
 * <p>Owner: its thread; others leave {@link WorkerMessage}s.
 */
final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    /** Answers of the log: one for each transaction in flight, and a few messages of the application. */
    private static final int MESSAGES_PER_TASK = 4;

    private static final int MESSAGES_OF_APPLICATION = 64;

    private final String name;
    private final TaskFactory factory;
    private final LogReader reader;
    private final WorkerSupport support;
    private final Mailbox<WorkerMessage> mailbox;
    private final Map<TaskId, PlannedTask> share = new LinkedHashMap<>();
    private final Map<TaskId, Task> tasks = new LinkedHashMap<>();
    /** Tasks that were taken from another worker and are not ready yet. */
    private final Set<TaskId> arriving = new HashSet<>();
    /** Who gets tasks that are being closed, or that have not even come; a task may come and go several times. */
    private final Map<TaskId, Deque<Consumer<PlannedTask>>> leaving = new HashMap<>();

    private final Map<TaskId, TaskMeter> meters = new LinkedHashMap<>();
    private final Map<TopicPartition, Task> byInput = new LinkedHashMap<>();
    private final PausedInputs paused;
    private final RepartitionPurge purge;
    private final ReadFailures readFailures;
    private final Handling handling = new Handling();
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean busy;
    private boolean ready;
    private boolean closing;
    private boolean retiring;
    private long readNotBeforeMs = Long.MIN_VALUE;
    // Volatile: set by whoever closes the application, read each turn.
    private volatile boolean closeRequested;
    // Volatile: set once by the worker's thread, compared by others.
    private volatile @Nullable Thread thread;

    /**
     * Makes a worker; its tasks are made by {@link #start}.
     *
     * @param name its thread's name
     * @param first the tasks it owns; others may come
     * @param factory makes them
     * @param reader feeds them
     * @param support the application around it
     */
    Worker(String name, List<PlannedTask> first, TaskFactory factory, LogReader reader, WorkerSupport support) {
        this.name = name;
        first.forEach(task -> share.put(task.id(), task));
        this.factory = factory;
        this.reader = reader;
        this.support = support;
        this.paused = new PausedInputs(reader);
        this.purge = factory.purge();
        this.readFailures = new ReadFailures(support.settings().errors());
        this.mailbox = new Mailbox<>(factory.tasks() * MESSAGES_PER_TASK + MESSAGES_OF_APPLICATION, reader::wakeup);
    }

    /** Makes the worker commit and close all its tasks, then end. Thread-safe. */
    void requestClose() {
        closeRequested = true;
        reader.wakeup();
    }

    /** Makes the worker take a task that nobody has open, unless it is closing. Thread-safe. */
    void take(PlannedTask task) {
        mailbox.post(new WorkerMessage.Take(task));
    }

    /**
     * Makes the worker commit and close a task, or pass it on if it has not come yet. Thread-safe.
     *
     * @param next takes the task when it is closed; called by the worker's thread
     */
    void give(TaskId task, Consumer<PlannedTask> next) {
        mailbox.post(new WorkerMessage.Give(task, next));
    }

    /** Makes the worker close a task that it is to give at once, without committing it. Thread-safe. */
    void drop(TaskId task) {
        mailbox.post(new WorkerMessage.Drop(task));
    }

    /** Makes the worker end when it has given its tasks, each of which it was told to. Thread-safe. */
    void requestRetirement() {
        mailbox.post(new WorkerMessage.Retire());
    }

    /** Waits until it has ended, and returns whether it has. Thread-safe. */
    boolean awaitEnd(Duration timeout) {
        try {
            return ended.await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    String name() {
        return name;
    }

    /** Makes the worker look around, because something has changed. Thread-safe. */
    void wakeup() {
        reader.wakeup();
    }

    /** Returns whether the calling thread is the worker's. Thread-safe. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Runs to the end: until all its tasks are closed. Never throws. */
    void run() {
        thread = Thread.currentThread();
        RuntimeException failure = null;
        try {
            start();
            while (!isDone()) {
                step();
            }
        } catch (RuntimeException e) {
            failure = e;
        } catch (Error e) {
            failure = new StreamsException("worker " + name + " ended: " + e, e);
        }
        if (failure != null) {
            support.judge().shutDown(failure);
        }
        support.lifecycle().workerEnded(name, closeAll(failure));
        ended.countDown();
    }

    /** Ends it instead of running it, as its tasks are not to begin. Called by the thread that would have started it. */
    void giveUp() {
        support.lifecycle().workerEnded(name, closeAll(null));
    }

    /** Makes the tasks; the first turns get them ready. */
    void start() {
        assignReader();
        share.values().forEach(this::open);
        // nothing is read before a task has restored and sought its offsets
        paused.pauseAll(byInput.keySet());
    }

    private void assignReader() {
        reader.assign(share.values().stream()
                .flatMap(task -> task.inputs().keySet().stream())
                .toList());
    }

    private void open(PlannedTask planned) {
        TaskId id = planned.id();
        Task task = factory.create(
                planned,
                new WorkerInput(reader),
                event -> mailbox.post(new WorkerMessage.Answered(id, event)),
                support);
        meters.put(id, new TaskMeter(support.metrics(), id, name));
        tasks.put(id, task);
        support.localTasks().opened(task.view());
        planned.inputs().keySet().forEach(partition -> byInput.put(partition, task));
    }

    private boolean isDone() {
        return (closing && tasks.values().stream().allMatch(Task::isClosed))
                || (retiring && tasks.isEmpty() && leaving.isEmpty());
    }

    /** One turn: messages, input, a bounded amount of work for each task, reports. Returns whether there was anything to do. */
    boolean step() {
        if (Thread.interrupted()) {
            LOG.warn("worker {} was interrupted, which is cleared; close the application instead", name);
        }
        boolean worked = takeAnswers();
        beginClosing();
        worked |= read(nowMs());
        busy = false;
        for (Task task : tasks.values()) {
            if (task.isClosed()) {
                continue;
            }
            busy |= task.step(nowMs());
            task.takeFailure().ifPresent(failure -> judge(task, failure));
            if (!task.isClosed()) {
                purge.note(task, nowMs());
            }
            publish(task);
        }
        passOn();
        reportReady();
        return worked || busy;
    }

    private void reportReady() {
        if (!ready && tasks.values().stream().allMatch(Task::isStarted)) {
            ready = true;
            support.lifecycle().ready(name);
        }
        arriving.removeIf(id -> {
            Task task = tasks.get(id);
            boolean started = task != null && task.isStarted();
            if (started) {
                support.lifecycle().ready(id.toString());
            }
            return started;
        });
    }

    /** Lets go of tasks that were closed to be passed on. */
    private void passOn() {
        for (TaskId id : List.copyOf(leaving.keySet())) {
            Task task = tasks.get(id);
            if (task != null && task.isClosed() && !closing) {
                forget(id);
                passOn(id);
            }
        }
    }

    private void passOn(TaskId id) {
        Deque<Consumer<PlannedTask>> all = leaving.get(id);
        Consumer<PlannedTask> next = all == null ? null : all.poll();
        PlannedTask planned = share.remove(id);
        if (next == null || planned == null) {
            throw new IllegalStateException("worker " + name + " has no task " + id + " to pass on");
        }
        leaving.values().removeIf(Deque::isEmpty);
        assignReader();
        next.accept(planned);
    }

    private void forget(TaskId id) {
        Task task = tasks.remove(id);
        byInput.values().removeIf(other -> other == task);
        paused.forget(planned(id).inputs().keySet());
        support.board().moved(id);
        TaskMeter meter = meters.remove(id);
        if (meter != null) {
            meter.close();
        }
        arriving.remove(id);
    }

    private PlannedTask planned(TaskId id) {
        return Objects.requireNonNull(share.get(id), () -> "worker " + name + " has no task " + id);
    }

    private void publish(Task task) {
        TaskStatus status = task.status();
        support.board().publish(new StatusBoard.TaskStatusReport(task.id(), status));
        TaskMeter meter = meters.get(task.id());
        if (meter != null) {
            meter.report(new TaskCounters(
                    status.records(),
                    status.allDropped(),
                    status.transactions().commits(),
                    status.transactions().aborts(),
                    status.transactions().errors()));
        }
    }

    /** Handles the answers of the log that have arrived, and returns whether there was one. */
    boolean takeAnswers() {
        return mailbox.drain(this::handle);
    }

    /** Durations are measured with a clock that never goes back. */
    private long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(support.clock().nanoTime());
    }

    private void handle(WorkerMessage message) {
        message.match(handling);
    }

    private void beginClosing() {
        if (closeRequested && !closing) {
            closing = true;
            tasks.values().forEach(Task::requestClose);
        }
    }

    /** Returns whether anything was read, or is to be read differently. */
    private boolean read(long nowMs) {
        boolean open = !closing && !support.paused().getAsBoolean() && nowMs >= readNotBeforeMs;
        byInput.forEach((partition, task) -> paused.want(partition, open && task.wants(partition)));
        paused.apply();
        try {
            List<FetchedRecords> polled = reader.poll(busy ? Duration.ZERO : untilNextDeadline(nowMs));
            readFailures.succeeded();
            for (FetchedRecords fetched : polled) {
                Task task = byInput.get(fetched.partition());
                if (task != null) {
                    task.add(fetched);
                    busy = true;
                }
            }
            return !polled.isEmpty();
        } catch (OffsetOutOfRangeException e) {
            e.offsetOutOfRangePartitions().forEach((partition, offset) -> {
                Task task = byInput.get(partition);
                if (task != null) {
                    task.inputLost(partition, offset);
                }
            });
            return true;
        } catch (InterruptException e) {
            LOG.debug("worker {} was interrupted while it read", name, e); // the next turn clears and reports it
        } catch (KafkaException e) {
            cannotRead(e, nowMs);
        }
        return false;
    }

    /** Reading is tried again if that may help, or if the program's handler says so; else the application shuts down. */
    private void cannotRead(KafkaException cause, long nowMs) {
        OptionalLong again = readFailures.readAgainAtMs(cause, nowMs);
        if (again.isPresent()) {
            LOG.warn("worker {} reads again in {} ms: {}", name, again.getAsLong() - nowMs, cause.toString());
            readNotBeforeMs = again.getAsLong();
            return;
        }
        StreamsException failure =
                new StreamsException("worker " + name + " cannot read its inputs: " + cause.getMessage(), cause);
        if (support.judge().judge(failure) == StreamThreadExceptionResponse.REPLACE_THREAD) {
            LOG.warn("worker {} reads again in {} ms", name, support.settings().retryBackoffMs(), failure);
            readNotBeforeMs = nowMs + support.settings().retryBackoffMs();
        }
    }

    /** Returns until when the worker, or one of its tasks, waits after a failure; a time that has passed if none does. */
    long waitsUntilMs(long nowMs) {
        long soonest = readNotBeforeMs > nowMs ? readNotBeforeMs : Long.MAX_VALUE;
        for (Task task : tasks.values()) {
            long untilMs = task.waitsUntilMs();
            soonest = untilMs > nowMs ? Math.min(soonest, untilMs) : soonest;
        }
        return soonest == Long.MAX_VALUE ? nowMs : soonest;
    }

    /** Returns the tasks; made by {@link #start}. */
    Collection<Task> tasks() {
        return tasks.values();
    }

    private Duration untilNextDeadline(long nowMs) {
        long deadline = nowMs + support.settings().pollMs();
        for (Task task : tasks.values()) {
            deadline = Math.min(deadline, task.nextDeadlineMs(nowMs));
        }
        return Duration.ofMillis(Math.max(0, deadline - nowMs));
    }

    private void judge(Task task, TaskFailure failure) {
        StreamThreadExceptionResponse response = support.judge().judge(failure);
        if (response == StreamThreadExceptionResponse.REPLACE_THREAD && !closing) {
            LOG.warn(
                    "task {} tries again in {} ms",
                    task.id(),
                    support.settings().retryBackoffMs(),
                    failure);
            task.resume(nowMs() + support.settings().retryBackoffMs());
        }
    }

    /** Closes tasks and reader at once: what is not committed is dropped. Returns the first failure, or the earlier one. */
    @Nullable
    RuntimeException closeAll(@Nullable RuntimeException earlier) {
        RuntimeException failure = earlier;
        List<Runnable> closings = new ArrayList<>();
        tasks.values().forEach(task -> closings.add(task::close));
        meters.values().forEach(meter -> closings.add(meter::close));
        closings.add(reader::close);
        for (Runnable closing : closings) {
            try {
                closing.run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }

    /** Handles messages. Owner: the worker. */
    private final class Handling implements WorkerMessage.Cases {
        @Override
        public void answered(WorkerMessage.Answered message) {
            Task task = tasks.get(message.task());
            if (task != null && !task.isClosed()) {
                task.on(message.event(), nowMs());
                busy = true;
            }
        }

        @Override
        public void take(WorkerMessage.Take message) {
            if (closing) {
                return; // the application ends, and nobody has the task open
            }
            PlannedTask planned = message.task();
            TaskId id = planned.id();
            share.put(id, planned);
            if (leaving.containsKey(id)) {
                passOn(id);
                return;
            }
            assignReader();
            open(planned);
            planned.inputs().keySet().forEach(partition -> paused.want(partition, false));
            paused.apply();
            arriving.add(id);
        }

        @Override
        public void give(WorkerMessage.Give message) {
            leaving.computeIfAbsent(message.task(), any -> new ArrayDeque<>()).add(message.next());
            Task task = tasks.get(message.task());
            if (task != null) {
                task.requestClose();
            }
        }

        @Override
        public void drop(WorkerMessage.Drop message) {
            Task task = tasks.get(message.task());
            if (task != null) {
                task.close();
            }
        }

        @Override
        public void retire() {
            retiring = true;
        }
    }
}
