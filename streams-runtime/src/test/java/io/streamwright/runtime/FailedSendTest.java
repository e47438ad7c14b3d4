package io.streamwright.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.Topology;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One of a transaction's many records is not written: reported once, with its cause, and nothing of the transaction is committed. */
class FailedSendTest {
    private static final int RECORDS = 1_000;
    private static final String WRITER = "app-0_0";

    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private final RecordingErrorHandler handler = new RecordingErrorHandler();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("out", 1);
        harness.write("in", "k", "many");
    }

    @AfterEach
    void closeLog() {
        log.clear();
        harness.close();
    }

    /** KAFKA-18476 and KAFKA-10186. */
    @Test
    void oneOfAThousandSends_isReportedOnceWithItsCause() throws InterruptedException {
        log.at(LogCall.APPEND)
                .ofWriter(WRITER)
                .withRecord(FailedSendTest::isTheFiveHundredth)
                .fail(() -> new TransactionAbortableException("the cause"));

        runToEnd();

        assertThat(handler.told()).singleElement().satisfies(context -> {
            assertThat(context.category()).isEqualTo(ErrorCategory.ABORTABLE);
            assertThat(context.api()).isEqualTo(TransactionApi.PRODUCER);
            assertThat(context.cause()).hasMessage("the cause");
        });
        assertAllOnce();
    }

    /** hazelcast-jet 611, quix-streams 333 and KAFKA-9279: at the send itself, or later, at the latest from the commit. */
    @ParameterizedTest
    @EnumSource(
            value = LogCall.class,
            names = {"APPEND", "ADD_OFFSETS", "COMMIT"})
    void sendThatFails_isSeenBeforeAnOffsetIsCommitted(LogCall whereItIsSeen) throws InterruptedException {
        // given
        log.at(whereItIsSeen)
                .ofWriter(WRITER)
                .withRecord(FailedSendTest::isTheLast)
                .fail(() -> new NotEnoughReplicasException("of the last record"));
        Fault again = whereItIsSeen == LogCall.COMMIT
                ? log.at(LogCall.COMMIT).ofWriter(WRITER).hold()
                : log.at(LogCall.BEGIN).ofWriter(WRITER).skip(1).hold();
        StreamsApp app = application();
        app.start();
        // when the call, or its transaction, is about to be made again
        again.awaitFired(AppHarness.LONG);
        // then
        assertThat(harness.read("out")).isEmpty();
        assertThat(committed()).isEmpty();
        again.release();
        try (app) {
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
        assertThat(handler.told())
                .singleElement()
                .satisfies(context -> assertThat(context.category()).isEqualTo(ErrorCategory.PRODUCER_RETRIABLE));
        assertThat(committed()).hasSize(1);
        assertAllOnce();
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() {
        return harness.log().topics().committedOffsets("app", Set.of(new TopicPartition("in", 0)));
    }

    private static boolean isTheFiveHundredth(ProducerRecord<byte[], byte[]> record) {
        return is(record, RECORDS / 2);
    }

    private static boolean isTheLast(ProducerRecord<byte[], byte[]> record) {
        return is(record, RECORDS - 1);
    }

    private static boolean is(ProducerRecord<byte[], byte[]> record, int number) {
        return new String(record.value(), UTF_8).equals("many" + number);
    }

    private void assertAllOnce() {
        List<String> expected = IntStream.range(0, RECORDS)
                .mapToObj(number -> "k=many" + number + "@0")
                .toList();
        assertThat(harness.read("out")).isEqualTo(expected);
    }

    private void runToEnd() throws InterruptedException {
        try (StreamsApp app = application()) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }
    }

    private StreamsApp application() {
        StreamsApp app = new StreamsApp(program(), harness.settings("retry.backoff.ms", "1"), log);
        app.setTransactionErrorHandler(handler);
        return app;
    }

    private static Topology program() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .flatMapValues(value -> IntStream.range(0, RECORDS)
                        .mapToObj(number -> value + number)
                        .toList())
                .to("out");
        return builder.build();
    }
}
