package io.streamwright.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.ProductionExceptionHandler;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;

// recipe: begin
/** Leaves output out that is too large for its topic, with a dead letter that says where it came from. Immutable. */
public final class LeaveOutTooLarge implements ProductionExceptionHandler {
    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        if (!(exception instanceof RecordTooLargeException)) {
            return Response.fail();
        }
        String place = context.topic() + "-" + context.partition() + "@" + context.offset();
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(
                "too-large", record.key(), exception.toString().getBytes(UTF_8));
        letter.headers().add("source", place.getBytes(UTF_8));
        return Response.resume(List.of(letter));
    }
}
// recipe: end
