package io.streamwright.task;

import io.streamwright.log.FetchedRecords;
import io.streamwright.processor.TimestampExtractor;
import io.streamwright.task.fault.RecordFaults;
import io.streamwright.task.fault.RecordHandlers;
import io.streamwright.task.input.InputQueue;
import io.streamwright.task.input.InputRecord;
import io.streamwright.task.input.TaskTime;
import io.streamwright.task.output.NoOutput;
import io.streamwright.topology.SubTopology;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the records of one topic through the source and the processor that keep a store, outside of any transaction of the log: for a
 * global store, and for a read-only store of a task that is restored.
 *
 * <p>Owner: who owns the store.
 */
final class StoreFeed {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFeed.class);

    private final TaskContext context;
    private final RecordFaults faults;
    private final ProcessorGraph graph;
    private final SourceStep source;
    private final Map<TopicPartition, InputQueue> queues = new LinkedHashMap<>();
    private boolean open;
    private long records;

    /**
     * Makes the nodes; the processor is made when the first record comes.
     *
     * @param part the source and the processor, alone
     * @param context of the stores
     * @param handlers asked about records that fail; what they want written is not
     * @param defaultExtractor for a source that names none
     */
    StoreFeed(SubTopology part, TaskContext context, RecordHandlers handlers, TimestampExtractor defaultExtractor) {
        this.context = context;
        NoOutput output = new NoOutput(part.id());
        this.faults = new RecordFaults(handlers.withoutLetters(), output);
        this.graph = new ProcessorGraph(part, context, output, faults, defaultExtractor);
        this.source = graph.source(part.nodes().get(0).name());
    }

    RecordFaults faults() {
        return faults;
    }

    /** Returns how many records were processed, those that were repeated included. */
    long records() {
        return records;
    }

    /** Reads a partition from an offset on, and forgets what was fetched of it. */
    void seek(TopicPartition partition, long offset) {
        queues.computeIfAbsent(partition, any -> new InputQueue(partition, source))
                .reset(offset, TaskTime.UNKNOWN);
    }

    void add(FetchedRecords fetched) {
        queue(fetched.partition()).add(fetched);
    }

    private InputQueue queue(TopicPartition partition) {
        InputQueue queue = queues.get(partition);
        if (queue == null) {
            throw new IllegalStateException("partition " + partition + " feeds no store before it is sought");
        }
        return queue;
    }

    /** Returns whether nothing that was fetched waits. */
    boolean isDrained() {
        return queues.values().stream().allMatch(queue -> queue.size() == 0);
    }

    /** Returns the offset before which everything is processed, by partition. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new HashMap<>();
        queues.forEach((partition, queue) -> positions.put(partition, queue.consumedOffset()));
        return positions;
    }

    /** Processes all records of a batch, whatever came before it. */
    void processAll(FetchedRecords fetched) {
        TopicPartition partition = fetched.partition();
        if (!queues.containsKey(partition)) {
            seek(partition, fetched.nextOffset());
        }
        add(fetched);
        try {
            process(Integer.MAX_VALUE, Long.MAX_VALUE);
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    private void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Processes records that wait.
     *
     * @param most how many at most
     * @param endMs of the clock that never goes back: none is begun behind it
     * @return how many there were
     */
    int process(int most, long endMs) {
        if (!open) {
            open = true; // also if it fails half-way: what was made is to be closed
            graph.init();
        }
        int processed = 0;
        for (InputQueue queue : queues.values()) {
            while (processed < most && context.environment().monotonicMs() <= endMs && queue.peek() != null) {
                process(queue);
                processed++;
            }
        }
        records += processed;
        return processed;
    }

    private void process(InputQueue queue) {
        InputRecord next = queue.take();
        long timestamp = next.record().timestamp();
        context.cursor().enterRecord(queue.partition(), next.raw(), timestamp);
        context.time().advance(timestamp);
        source.process(next.record());
        faults.check();
        if (Thread.interrupted()) {
            LOG.warn("the processor of partition {} left the thread interrupted, which is cleared", queue.partition());
        }
    }

    /** Closes the processor, whose fields are no store's: the next record finds a new one. What failed and what waits is forgotten. */
    void close() {
        faults.rewound();
        queues.clear();
        if (open) {
            open = false;
            graph.close();
        }
    }
}
