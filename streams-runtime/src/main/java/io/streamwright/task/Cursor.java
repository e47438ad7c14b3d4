package io.streamwright.task;

import io.streamwright.log.LogRecord;
import io.streamwright.processor.api.RecordMetadata;
import io.streamwright.store.view.RecordInWork;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What a task is working on at this moment: the source record and the node that has it.
 *
 * <p>The node is not reset when a processor throws, so that whoever catches can say where it happened.
 *
 * <p>Owner: the task.
 */
final class Cursor implements RecordInWork {
    /** Copied where they are kept, so that nobody changes them. */
    private static final Headers NO_HEADERS = new RecordHeaders();

    private @Nullable TopicPartition partition;
    private @Nullable LogRecord raw;
    private long inputTimestamp = -1;
    private long timestamp = -1;
    private Headers headers = NO_HEADERS;
    private @Nullable GraphNode node;
    /** Where what is at work came from, if that is not the source record; null if it is. */
    private @Nullable Elsewhere elsewhere;

    /** Points at a record that is to be read. */
    void enterRecord(TopicPartition partition, LogRecord raw) {
        this.partition = partition;
        this.raw = raw;
        this.inputTimestamp = raw.timestamp();
        this.timestamp = raw.timestamp();
        this.headers = NO_HEADERS;
        this.elsewhere = null;
    }

    /** Points at a record that enters the graph, with the timestamp that was extracted for it. */
    void enterRecord(TopicPartition partition, LogRecord raw, long timestamp) {
        enterRecord(partition, raw);
        this.inputTimestamp = timestamp;
        this.timestamp = timestamp;
    }

    /** Points at work without a source record: a punctuation or what is emitted at commit. */
    void enterWithoutRecord(long timestamp) {
        this.partition = null;
        this.raw = null;
        this.inputTimestamp = timestamp;
        this.timestamp = timestamp;
        this.headers = NO_HEADERS;
        this.elsewhere = null;
        this.node = null;
    }

    /** Returns the node at work; null outside of the graph. */
    @Nullable
    GraphNode node() {
        return node;
    }

    void moveTo(@Nullable GraphNode node) {
        this.node = node;
    }

    /** Returns the timestamp of the record at work, in milliseconds since the epoch; -1 before the first. */
    @Override
    public long timestamp() {
        return timestamp;
    }

    void timestamp(long timestamp) {
        this.timestamp = timestamp;
    }

    /** Returns the headers of the record at work; empty if there is none. */
    @Override
    public Headers headers() {
        return headers;
    }

    void headers(Headers headers) {
        this.headers = headers;
    }

    /** Returns the timestamp of the source record, or of the work without one, whatever processors forward meanwhile. */
    long inputTimestamp() {
        return inputTimestamp;
    }

    /** Returns where what is at work came from, if that is not the source record; null if it is. */
    @Nullable
    Elsewhere elsewhere() {
        return elsewhere;
    }

    /** Says where what is at work came from; null for the source record. */
    void elsewhere(@Nullable Elsewhere origin) {
        this.elsewhere = origin;
    }

    /**
     * Returns topic, partition and offset of the record that what is at work came from: the source record, unless something held back
     * is at work; empty in a punctuation.
     */
    Optional<RecordMetadata> recordMetadata() {
        if (elsewhere != null) {
            return elsewhere.origin();
        }
        TopicPartition source = partition;
        return source == null ? Optional.empty() : Optional.of(new SourceRecord(source, offset()));
    }

    @Nullable
    TopicPartition partition() {
        return partition;
    }

    /** Returns the source record as the log holds it; null if there is none. */
    @Nullable
    LogRecord raw() {
        return raw;
    }

    /** Returns the source record's offset; -1 if there is none. */
    long offset() {
        LogRecord source = raw;
        return source == null ? -1 : source.offset();
    }

    /**
     * Returns where the work stands, in words for messages.
     *
     * @param labels returns what a node is called in messages, from its name
     */
    String describe(UnaryOperator<String> labels) {
        String processor = node == null ? "" : " processor=" + labels.apply(node.name());
        TopicPartition source = partition;
        return source == null
                ? processor.strip()
                : "topic=" + source.topic() + " partition=" + source.partition() + " offset=" + offset() + processor;
    }

    /**
     * An earlier record of the input, whose outcome was held back. Immutable.
     *
     * @param origin where it came from; empty if the program made it
     */
    record Elsewhere(Optional<RecordMetadata> origin) {}

    private record SourceRecord(TopicPartition source, long offset) implements RecordMetadata {
        @Override
        public String topic() {
            return source.topic();
        }

        @Override
        public int partition() {
            return source.partition();
        }
    }
}
