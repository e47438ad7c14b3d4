package io.streamwright.task.fault;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record fails its task: nobody is asked about it any more. The message says what and why, {@link #where} says where. Immutable.
 */
public final class RecordFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String where;
    private final transient List<ProducerRecord<byte[], byte[]>>
            deadLetters; // for this process only: they are no Serializable

    RecordFault(String message, String where, Exception cause, List<ProducerRecord<byte[], byte[]>> deadLetters) {
        super(message, cause);
        this.where = where;
        this.deadLetters = List.copyOf(deadLetters);
    }

    /** Returns the place in words: the record and the node of the topology. */
    public String where() {
        return where;
    }

    /** Returns what is to be written about it when its transaction has been taken back, in a transaction of its own. */
    public List<ProducerRecord<byte[], byte[]>> deadLetters() {
        return deadLetters;
    }
}
