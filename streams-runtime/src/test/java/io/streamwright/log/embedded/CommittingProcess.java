package io.streamwright.log.embedded;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogRecord;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.execution.FaultPoints;
import io.streamwright.log.embedded.execution.WriteSteps;
import io.streamwright.log.embedded.storage.FlushMode;
import io.streamwright.log.embedded.storage.RocksLogStorage;
import io.streamwright.loop.Clock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A program that commits numbered transactions for ever and prints each number once it is acknowledged. Its parent kills it.
 *
 * <p>Arguments: directory, steps, and optionally the fault point at which it halts by itself, and at which time.
 */
final class CommittingProcess {
    static final TopicPartition P0 = new TopicPartition("t", 0);
    static final TopicPartition P1 = new TopicPartition("t", 1);
    static final TopicPartition SOURCE = new TopicPartition("source", 0);

    private CommittingProcess() {}

    public static void main(String[] args) {
        EmbeddedLogSettings settings = EmbeddedLogSettings.DEFAULT.with(WriteSteps.valueOf(args[1]));
        if (args.length > 2) {
            settings = settings.with(new HaltAt(args[2], Integer.parseInt(args[3])));
        }
        LogClient log = EmbeddedLog.start(
                        RocksLogStorage.open(Path.of(args[0]), FlushMode.SYNC), settings, Clock.system())
                .client();
        if (log.topics().describe("source").isEmpty()) {
            log.topics().create(new TopicSpec("t", 2, Map.of()));
            log.topics().create(new TopicSpec("source", 1, Map.of()));
        }
        System.out.println("open");
        writeForEver(log);
    }

    private static void writeForEver(LogClient log) {
        GroupMembership member = log.join("app");
        TransactionalWriter writer = openWriter(log);
        for (int number = committed(log) + 1; ; number++) {
            writer.begin();
            for (int i = 0; i < 3000; i++) {
                append(writer, P0, number + " filler, so that a batch is on the log before the transaction ends");
            }
            append(writer, P1, Integer.toString(number));
            writer.addOffsets(Map.of(SOURCE, new OffsetAndMetadata(number)), member);
            writer.commit().join();
            System.out.println(number);
        }
    }

    static TransactionalWriter openWriter(LogClient log) {
        return log.openWriter(new WriterOptions("w", Duration.ofMinutes(1), Duration.ofSeconds(20)));
    }

    static int committed(LogClient log) {
        OffsetAndMetadata offset =
                log.topics().committedOffsets("app", Set.of(SOURCE)).get(SOURCE);
        return offset == null ? 0 : (int) offset.offset();
    }

    private static void append(TransactionalWriter writer, TopicPartition partition, String value) {
        writer.append(partition, 1, null, value.getBytes(StandardCharsets.UTF_8), LogRecord.NO_HEADERS);
    }

    private static final class HaltAt implements FaultPoints {
        private final String point;
        private int rest;

        HaltAt(String point, int occurrence) {
            this.point = point;
            this.rest = occurrence;
        }

        @Override
        public void reached(FaultPoint here) {
            if (here.name().equals(point) && --rest == 0) {
                Runtime.getRuntime().halt(1);
            }
        }
    }
}
