package io.streamwright.log.embedded.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.embedded.read.PublishedTopics;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A loop that can do nothing any more still ends so that nobody waits for it. */
final class LogLoopCloseTest {
    private static final long NOW_MS = 1_700_000_000_000L;
    /** Every round ends with an error that no round survives. */
    private static final FaultPoints OUT_OF_MEMORY = point -> {
        throw new OutOfMemoryError("no heap at " + point);
    };

    private final FaultyLogStorage storage = new FaultyLogStorage();
    private final LogLoop loop = new LogLoop(
            storage,
            new PublishedTopics(storage.location()),
            LogLimits.DEFAULT,
            WriteSteps.TOGETHER,
            OUT_OF_MEMORY,
            () -> {});

    private CompletableFuture<@Nullable Void> posted() {
        CompletableFuture<@Nullable Void> reply = new CompletableFuture<>();
        loop.post(new OpenProbe(reply));
        return reply;
    }

    @Test
    void errorInTheLastRoundToo_closesTheLog_andFailsEveryRequest() {
        // given
        CompletableFuture<@Nullable Void> first = posted();
        assertThatThrownBy(() -> loop.step(NOW_MS)).isInstanceOf(OutOfMemoryError.class);
        CompletableFuture<@Nullable Void> second = posted();
        // when
        assertThatThrownBy(() -> loop.close(NOW_MS)).isInstanceOf(OutOfMemoryError.class);
        // then
        assertThat(storage.isClosed()).isTrue();
        assertThatThrownBy(first::join).hasCauseInstanceOf(KafkaException.class);
        assertThatThrownBy(second::join).hasCauseInstanceOf(KafkaException.class);
        assertThatThrownBy(this::posted)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }
}
