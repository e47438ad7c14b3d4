package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.LogTopics;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import java.util.Map;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.junit.jupiter.api.Test;

/** Which topics the embedded log refuses. */
final class EmbeddedTopicsTest {

    @Test
    void topicWithMorePartitionsThanFitInMemory_isRefused() {
        // given
        LogTopics topics = EmbeddedLog.byHand(new FaultyLogStorage(), EmbeddedLogSettings.DEFAULT, new FakeClock())
                .client()
                .topics();
        int tooMany = EmbeddedTopics.MAX_PARTITIONS + 1;
        // when
        assertThatThrownBy(() -> topics.create(new TopicSpec("t", tooMany, Map.of())))
                // then
                .isInstanceOf(InvalidPartitionsException.class)
                .hasMessageContainingAll("100001", "100000");
        assertThat(topics.names()).isEmpty();
    }
}
