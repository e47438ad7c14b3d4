package io.streamwright.log.embedded.execution;

import java.util.List;
import org.apache.kafka.common.KafkaException;

/**
 * Requests of one client that are carried out one behind the other in the same round.
 *
 * @param requests in their order
 */
public record RequestSequence(List<LogRequest> requests) implements LogRequest {
    public RequestSequence {
        requests = List.copyOf(requests);
    }

    @Override
    public void execute(ProtocolExecutor log) {
        requests.forEach(request -> request.execute(log));
    }

    @Override
    public void fail(KafkaException failure) {
        requests.forEach(request -> request.fail(failure));
    }

    @Override
    public int sizeBytes() {
        return requests.stream().mapToInt(LogRequest::sizeBytes).sum();
    }
}
