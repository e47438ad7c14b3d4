package io.streamwright.errors;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Throwables;
import io.streamwright.StreamsConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Makes the dead letters of the built-in handlers, as Kafka Streams makes them (KIP-1034). Immutable.
 *
 * <p>A dead letter is the input record as it was read: its key, value, timestamp and headers, and behind these headers with what
 * happened and where, as texts.
 */
final class DeadLetters {

    /** Makes none. */
    static final DeadLetters NONE = new DeadLetters(null);

    private static final String PREFIX = "__streams.errors.";

    private final @Nullable String topic;

    private DeadLetters(@Nullable String topic) {
        this.topic = topic;
    }

    /** Makes them for the topic that the application's settings name; none if they name no topic. */
    static DeadLetters configuredBy(Map<String, ?> configs) {
        Object topic = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        return topic == null ? NONE : new DeadLetters(topic.toString());
    }

    /** Returns the dead letter of the record at work, in a list; an empty list if there is no topic for it. */
    List<ProducerRecord<byte[], byte[]>> of(ErrorHandlerContext context, Exception exception) {
        if (topic == null) {
            return List.of();
        }
        var letter = new ProducerRecord<>(
                topic, null, context.timestamp(), context.sourceRawKey(), context.sourceRawValue(), context.headers());
        Headers headers = letter.headers();
        headers.add(PREFIX + "exception", bytes(exception.getClass().getName()));
        headers.add(PREFIX + "message", bytes(exception.getMessage()));
        headers.add(PREFIX + "stacktrace", bytes(Throwables.getStackTraceAsString(exception)));
        headers.add(PREFIX + "topic", bytes(context.topic()));
        headers.add(PREFIX + "partition", bytes(String.valueOf(context.partition())));
        headers.add(PREFIX + "offset", bytes(String.valueOf(context.offset())));
        return List.of(letter);
    }

    /** A header without a value says that there is none: no message, or no topic in a punctuation. */
    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }
}
