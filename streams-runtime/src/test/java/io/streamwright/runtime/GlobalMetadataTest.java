package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.Materialized;
import io.streamwright.query.FailureReason;
import io.streamwright.query.KeyQuery;
import io.streamwright.query.QueryResult;
import io.streamwright.query.StateQueryRequest;
import io.streamwright.testing.FaultyLog;
import java.nio.file.Path;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application says about where its global tables are. */
class GlobalMetadataTest {
    @TempDir
    Path directory;

    private final FaultyLog faults = new FaultyLog();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory, faults);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void globalTable_isOfEveryInstanceAndNoPartition_asInKafkaStreams() throws InterruptedException {
        // given
        harness.createTopic("rows", 3);
        for (int row = 0; row < 10; row++) {
            harness.write("rows", "r" + row, "v" + row);
        }
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable("rows", Materialized.as("kept"));
        try (StreamsApp app = new StreamsApp(builder.build(), harness.settings(), faults)) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
            // then
            assertThat(app.streamsMetadataForStore("kept")).hasSize(1);
            assertThat(app.queryMetadataForKey("kept", "r1", Serdes.String().serializer())
                            .partition())
                    .isEqualTo(-1);
            QueryResult<?> answer = app.query(StateQueryRequest.inStore("kept").withQuery(KeyQuery.withKey("r1")))
                    .getGlobalResult();
            assertThat(answer.getFailureReason()).isEqualTo(FailureReason.UNKNOWN_QUERY_TYPE);
            assertThat(answer.getFailureMessage()).contains("kept", "StreamsApp.store");
        }
    }
}
