package io.streamwright.task;

import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.FixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.Record;
import io.streamwright.task.fault.RecordFaults;
import io.streamwright.topology.ProcessorNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one processor of the program. A processor lives from one {@link #init} to the next {@link #close}: its fields are not
 * transactional, so a rewind makes it anew.
 *
 * <p>Owner: the task.
 */
final class ProcessorStep extends GraphNode {
    private final ProcessorNode plan;
    private final NodeContext context;
    private final RecordFaults faults;
    private @Nullable Running running;

    ProcessorStep(ProcessorNode plan, TaskContext task, RecordFaults faults) {
        super(plan.name());
        this.plan = plan;
        this.faults = faults;
        this.context = new NodeContext(task, this, plan.stores());
    }

    @Override
    void init() {
        context.task().cursor().moveTo(this);
        Running made = plan.work() instanceof ProcessorNode.FixedKey fixed
                ? new FixedKeyRun(this.<FixedKeyProcessor<?, ?, ?>>newInstance(fixed.supplier()))
                : new FreeKeyRun(
                        this.<Processor<?, ?, ?, ?>>newInstance(((ProcessorNode.FreeKey) plan.work()).supplier()));
        running = made;
        made.init(context);
        context.task().cursor().moveTo(null);
    }

    private <P> P newInstance(Supplier<? extends P> supplier) {
        P processor = supplier.get();
        if (processor == null) {
            throw new IllegalStateException("the supplier of processor " + name() + " returned null");
        }
        return processor;
    }

    @Override
    void process(Record<@Nullable Object, @Nullable Object> record) {
        Running current = run();
        try {
            current.process(record);
        } catch (Exception e) { // also checked ones, which other languages throw undeclared
            faults.unprocessed(context.task().faultContext(this), record, e);
            // the work goes on behind this node, wherever the exception came from
            context.task().cursor().moveTo(this);
            context.task().cursor().timestamp(record.timestamp());
        }
    }

    @Override
    void emitPending() {
        if (run().processor() instanceof EmitOnCommit holder) {
            context.task().cursor().moveTo(this);
            try {
                holder.emitPending();
            } catch (Exception e) { // as above
                faults.unprocessed(context.task().faultContext(this), null, e);
            }
            context.task().cursor().moveTo(null);
        }
    }

    @Override
    void close() {
        Running closing = running;
        running = null;
        if (closing != null) {
            context.cancelSchedules();
            closing.close();
        }
    }

    private Running run() {
        Running current = running;
        if (current == null) {
            throw new IllegalStateException("processor " + name() + " is not initialized");
        }
        return current;
    }

    /** The two kinds of processors, seen alike. */
    private interface Running {
        Object processor();

        void init(NodeContext context);

        void process(Record<@Nullable Object, @Nullable Object> record);

        void close();
    }

    private static final class FreeKeyRun implements Running {
        private final Processor<@Nullable Object, @Nullable Object, Object, Object> processor;

        @SuppressWarnings("unchecked") // the program's types are checked where it builds the topology
        FreeKeyRun(Processor<?, ?, ?, ?> processor) {
            this.processor = (Processor<@Nullable Object, @Nullable Object, Object, Object>) processor;
        }

        @Override
        public Object processor() {
            return processor;
        }

        @Override
        public void init(NodeContext context) {
            processor.init(context);
        }

        @Override
        public void process(Record<@Nullable Object, @Nullable Object> record) {
            processor.process(record);
        }

        @Override
        public void close() {
            processor.close();
        }
    }

    private static final class FixedKeyRun implements Running {
        private final FixedKeyProcessor<@Nullable Object, @Nullable Object, Object> processor;

        @SuppressWarnings("unchecked") // as above
        FixedKeyRun(FixedKeyProcessor<?, ?, ?> processor) {
            this.processor = (FixedKeyProcessor<@Nullable Object, @Nullable Object, Object>) processor;
        }

        @Override
        public Object processor() {
            return processor;
        }

        @Override
        public void init(NodeContext context) {
            processor.init(context);
        }

        @Override
        @SuppressWarnings("NullAway") // the bounds of of() are nullable, which is not seen in its class file
        public void process(Record<@Nullable Object, @Nullable Object> record) {
            processor.process(FixedKeyRecord.of(record));
        }

        @Override
        public void close() {
            processor.close();
        }
    }
}
