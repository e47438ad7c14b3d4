package io.streamwright.task;

import io.streamwright.errors.StreamsException;
import io.streamwright.processor.TaskId;
import io.streamwright.task.fault.RecordFault;
import io.streamwright.transaction.TransactionFailedException;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A task cannot go on by itself; its transaction was taken back. The message says which task, which record and which processor.
 * Immutable.
 */
public final class TaskFailure extends StreamsException {
    private static final long serialVersionUID = 1L;

    private final transient List<ProducerRecord<byte[], byte[]>>
            deadLetters; // for this process only: they are no Serializable

    TaskFailure(TaskId task, String where, Throwable error) {
        super(message(task, where, error), cause(error));
        if (error instanceof RecordFault fault) {
            deadLetters = fault.deadLetters();
            Arrays.stream(fault.getSuppressed()).forEach(this::addSuppressed);
        } else {
            deadLetters = List.of();
        }
    }

    /** What the program threw, not what carried it here. */
    private static Throwable cause(Throwable error) {
        Throwable cause = error instanceof RecordFault ? error.getCause() : null;
        return cause == null ? error : cause;
    }

    private static String message(TaskId task, String where, Throwable error) {
        String place = error instanceof RecordFault fault ? fault.where() : where;
        return "task " + task + " failed" + (place.isEmpty() ? "" : " at " + place) + ": "
                + (isOurs(error) ? error.getMessage() : error.toString());
    }

    /** Whether its message says all: its class means nothing to the reader. */
    private static boolean isOurs(Throwable error) {
        return error instanceof RecordFault || error instanceof TransactionFailedException;
    }

    /**
     * Returns what the program's handlers want written about it. It was not in the transaction, which was taken back: it is to be
     * written in one of its own. Each has the source's topic, partition and offset and the number of the attempt in its headers.
     */
    public List<ProducerRecord<byte[], byte[]>> deadLetters() {
        return deadLetters;
    }
}
