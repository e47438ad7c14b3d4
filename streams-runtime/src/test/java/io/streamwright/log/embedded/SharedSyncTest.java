package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.CommitResult;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogRecord;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Commits that arrive while one is being written share the next write. */
final class SharedSyncTest {

    @Test
    void concurrentCommits_shareASync() throws Exception {
        // given
        FaultyLogStorage storage = new FaultyLogStorage();
        int writers = 20;
        try (EmbeddedLog opened = EmbeddedLog.start(storage, EmbeddedLogSettings.DEFAULT, new FakeClock())) {
            LogClient log = opened.client();
            log.topics().create(new TopicSpec("t", 1, Map.of()));
            List<TransactionalWriter> all = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                all.add(log.openWriter(new WriterOptions("w" + i, Duration.ofMinutes(1), Duration.ofSeconds(20))));
            }
            int syncsBefore = storage.syncs();
            // when one write waits for the disk, all commits arrive
            CountDownLatch gate = storage.closeGate();
            List<CompletableFuture<CommitResult>> commits = new ArrayList<>();
            for (TransactionalWriter writer : all) {
                writer.begin();
                writer.append(new TopicPartition("t", 0), 1, null, new byte[10], LogRecord.NO_HEADERS);
                commits.add(writer.commit());
            }
            assertThat(commits).noneMatch(CompletableFuture::isDone);
            gate.countDown();
            for (CompletableFuture<CommitResult> commit : commits) {
                commit.get(20, TimeUnit.SECONDS);
            }
            // then the first write, and one or two for all that waited
            assertThat(storage.syncs() - syncsBefore).isBetween(1, 3);
        }
    }
}
