package io.streamwright.testing;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogRecord;
import io.streamwright.log.Logs;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;

/**
 * A log in memory with one topic, open once as it is and once through a {@link FaultyLog}.
 *
 * <p>Owner: the test.
 */
final class FaultyLogSetup implements AutoCloseable {
    static final TopicPartition P0 = new TopicPartition("words", 0);
    static final Duration LONG = Duration.ofSeconds(20);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    final String address = "memory:faulty-log-" + NUMBER.incrementAndGet();
    final FaultyLog faults = new FaultyLog();
    /** The log as it is. */
    final LogClient plain = Logs.open(address, Map.of());
    /** The log as the faults make it. */
    final LogClient log = faults.open(address, Map.of());

    FaultyLogSetup() {
        plain.topics().create(new TopicSpec(P0.topic(), 1, Map.of()));
    }

    TransactionalWriter writer(String id) {
        return log.openWriter(new WriterOptions(id, Duration.ofMinutes(1), LONG));
    }

    /** Returns a writer with a record in an open transaction. */
    TransactionalWriter writing(String id, String value) {
        TransactionalWriter writer = writer(id);
        writer.begin();
        append(writer, value);
        return writer;
    }

    LogReader reader() {
        LogReader reader = log.openReader(ReaderOptions.DEFAULT);
        reader.assign(Set.of(P0));
        reader.seek(P0, 0);
        return reader;
    }

    static void append(TransactionalWriter writer, String value) {
        writer.append(P0, 1, null, value.getBytes(StandardCharsets.UTF_8), LogRecord.NO_HEADERS);
    }

    /** Returns what is committed, as the log itself says. */
    List<String> committed() {
        long end = plain.topics().stableOffsets(Set.of(P0)).get(P0);
        List<String> values = new ArrayList<>();
        try (LogReader reader = plain.openReader(ReaderOptions.DEFAULT)) {
            reader.assign(Set.of(P0));
            reader.seek(P0, 0);
            while (reader.position(P0) < end) {
                reader.poll(LONG)
                        .forEach(fetched -> fetched.records()
                                .forEach(record -> values.add(new String(record.value(), StandardCharsets.UTF_8))));
            }
        }
        return values;
    }

    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(failure);
        } catch (InterruptedException | TimeoutException failure) {
            throw new AssertionError(failure);
        }
    }

    @Override
    public void close() {
        faults.clear();
        log.close();
        plain.close();
    }
}
