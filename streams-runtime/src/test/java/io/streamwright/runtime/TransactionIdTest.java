package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction is named by where it began, so that its repetition has the same name. */
final class TransactionIdTest {
    private static final int BATCH = 3;

    @TempDir
    private Path directory;

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<String> atInit = Collections.synchronizedList(new ArrayList<>());
    private final Set<Long> failed = Collections.synchronizedSet(new HashSet<>());
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("more", 1);
        harness.createTopic("out", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    @Test
    void repeatedTransaction_hasTheSameId() throws InterruptedException {
        harness.write("in", "a", "0", "a", "1", "a", "fail", "a", "3", "a", "4", "a", "fail");

        run("5000");

        assertThat(seen)
                .containsExactly(
                        "0=0_0@in-0:0,more-0:0",
                        "1=0_0@in-0:0,more-0:0",
                        // again, after the failure of the third
                        "0=0_0@in-0:0,more-0:0",
                        "1=0_0@in-0:0,more-0:0",
                        "2=0_0@in-0:0,more-0:0",
                        "3=0_0@in-0:3,more-0:0",
                        "4=0_0@in-0:3,more-0:0",
                        "3=0_0@in-0:3,more-0:0",
                        "4=0_0@in-0:3,more-0:0",
                        "5=0_0@in-0:3,more-0:0");
        assertThat(atInit).containsExactly("0_0@in-0:0,more-0:0", "0_0@in-0:0,more-0:0", "0_0@in-0:3,more-0:0");
    }

    @Test
    void laterRun_goesOnWithTheCommittedOffsets() throws InterruptedException {
        harness.write("in", "a", "0", "a", "1", "a", "2");
        run("20");
        seen.clear();
        harness.write("in", "a", "3");

        run("20");

        long committed = harness.log()
                .topics()
                .committedOffsets("app", Set.of(new TopicPartition("in", 0)))
                .values()
                .iterator()
                .next()
                .offset();
        assertThat(committed).isGreaterThan(3);
        assertThat(seen).singleElement().satisfies(id -> assertThat(id).matches("[34]=0_0@in-0:[34],more-0:0"));
    }

    private void run(String commitIntervalMs) throws InterruptedException {
        try (StreamsApp app = new StreamsApp(
                topology(),
                harness.settings(
                        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                        commitIntervalMs,
                        StreamsConfig.RETRY_BACKOFF_MS_CONFIG,
                        "1",
                        StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
                        "-1"))) {
            app.setUncaughtExceptionHandler(failure -> StreamThreadExceptionResponse.REPLACE_THREAD);
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(List.of("in", "more"))
                .process(Names::new)
                .to("out");
        return builder.build();
    }

    /** Notes the transaction of each record, commits after each batch, and fails the records that say so once. */
    private final class Names extends ContextualProcessor<String, String, String, String> {
        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            atInit.add(context.transactionId().toString());
        }

        @Override
        public void process(Record<String, String> record) {
            long offset = context().recordMetadata().orElseThrow().offset();
            if (record.value().equals("fail") && failed.add(offset)) {
                throw new IllegalStateException("once");
            }
            seen.add(offset + "=" + context().transactionId());
            if (offset % BATCH == BATCH - 1) {
                context().commit();
            }
        }
    }
}
