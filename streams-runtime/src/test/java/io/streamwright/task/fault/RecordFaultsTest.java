package io.streamwright.task.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streamwright.errors.AbortableTransactionException;
import io.streamwright.errors.DeserializationExceptionHandler;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.ErrorHandlerContext;
import io.streamwright.errors.ProcessingExceptionHandler;
import io.streamwright.errors.ProcessorStateException;
import io.streamwright.errors.ProductionExceptionHandler;
import io.streamwright.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import io.streamwright.log.LogRecord;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.api.Record;
import io.streamwright.task.output.Output;
import io.streamwright.transaction.LogCallFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

class RecordFaultsTest {
    private static final FaultContext AT = new FaultContext(
            new TaskId(0, 1),
            "mapper",
            "mapper (KStream.mapValues at App.java:7)",
            77,
            new TopicPartition("in", 1),
            new LogRecord(5, 70, null, null, new Header[] {new RecordHeader("h", new byte[] {1})}));
    private static final FaultContext IN_PUNCTUATION =
            new FaultContext(new TaskId(0, 1), "mapper", "mapper", 99, null, null);
    private static final Record<String, String> RECORD = new Record<>("k", "v", 77);
    private static final ConsumerRecord<byte[], byte[]> RAW = new ConsumerRecord<>("in", 1, 5, null, null);
    private static final ProducerRecord<byte[], byte[]> OUTGOING =
            new ProducerRecord<>("out", "k".getBytes(UTF_8), "v".getBytes(UTF_8));

    private final FakeOutput output = new FakeOutput();
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void drop_writesDeadLettersIntoTheTransactionAndCounts() {
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>("dlq", 3, 12L, bytes("k"), bytes("v"));
        letter.headers().add("why", bytes("because"));
        RecordFaults faults = processing(error -> ProcessingExceptionHandler.Response.resume(List.of(letter)));

        faults.unprocessed(AT, RECORD, new IllegalStateException("boom"));
        faults.unprocessed(AT, RECORD, new IllegalStateException("boom"));

        assertThat(output.sent).containsExactly("dlq-3@12 k=v why=because", "dlq-3@12 k=v why=because");
        assertThat(faults.counts().dropped(FaultKind.PROCESSING)).isEqualTo(2);
        assertThat(faults.counts().dropped(FaultKind.PRODUCTION)).isZero();
        assertThat(faults.counts().failed(FaultKind.PROCESSING)).isZero();
        assertThatCode(faults::check).doesNotThrowAnyException();
    }

    @Test
    void deadLetterWithoutTimestamp_getsThatOfTheRecord() {
        RecordFaults faults = processing(error -> ProcessingExceptionHandler.Response.resume(
                List.of(new ProducerRecord<>("dlq", bytes("k"), bytes("v")))));

        faults.unprocessed(AT, RECORD, new IllegalStateException("boom"));

        assertThat(output.sent).containsExactly("dlq-null@77 k=v");
    }

    @Test
    void fail_namesPlaceAndErrorAndWritesNothing() {
        IllegalStateException error = new IllegalStateException("boom");
        RecordFaults faults = processing(unused ->
                ProcessingExceptionHandler.Response.fail(List.of(new ProducerRecord<>("dlq", bytes("k"), bytes("v")))));

        RecordFault fault = failureOf(() -> faults.unprocessed(AT, RECORD, error));

        assertThat(fault.where())
                .isEqualTo("topic=in partition=1 offset=5 processor=mapper (KStream.mapValues at App.java:7)");
        assertThat(fault).hasMessage("java.lang.IllegalStateException: boom").hasCause(error);
        assertThat(output.sent).isEmpty();
        assertThat(faults.counts().failed(FaultKind.PROCESSING)).isEqualTo(1);
        assertThat(faults.counts().dropped(FaultKind.PROCESSING)).isZero();
    }

    @Test
    void deadLettersOfFailures_areNumberedUntilACommit() {
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>("dlq", bytes("k"), bytes("v"));
        RecordFaults faults = processing(unused -> ProcessingExceptionHandler.Response.fail(List.of(letter)));

        List<String> attempts = new ArrayList<>();
        for (int failure = 0; failure < 3; failure++) {
            attempts.add(attemptOf(failureOf(() -> faults.unprocessed(AT, RECORD, new IllegalStateException()))));
            faults.rewound();
        }
        faults.committed();
        attempts.add(attemptOf(failureOf(() -> faults.unprocessed(AT, RECORD, new IllegalStateException()))));

        assertThat(attempts).containsExactly("1", "2", "3", "1");
        assertThat(letter.headers()).as("the handler's own record").isEmpty();
    }

    @Test
    void failureThatAProcessorCaught_staysUntilTheTaskIsTakenBack() {
        RecordFaults faults = processing(unused -> ProcessingExceptionHandler.Response.fail());
        RecordFault fault = failureOf(() -> faults.unprocessed(AT, RECORD, new IllegalStateException("first")));

        assertThatThrownBy(faults::check).isSameAs(fault);
        assertThatThrownBy(() -> faults.unprocessed(AT, RECORD, new IllegalStateException("wraps it", fault)))
                .isSameAs(fault);
        assertThat(asked).hasValue(1);

        faults.rewound();
        assertThatCode(faults::check).doesNotThrowAnyException();
    }

    @Test
    void handlerThatThrows_isNamedWithBothErrors() {
        IllegalStateException own = new IllegalStateException("handler broke");
        RecordFaults faults = processing(unused -> {
            throw own;
        });

        RecordFault fault = failureOf(() -> faults.unprocessed(AT, RECORD, new IllegalArgumentException("boom")));

        assertThat(fault)
                .hasMessageContaining("boom")
                .hasMessageContaining("processing.exception.handler " + RecordFaultsTest.class.getName())
                .hasMessageContaining("handler broke")
                .hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(fault.getSuppressed()).containsExactly(own);
    }

    @Test
    void handlerThatThrowsTheErrorItself_isNamed() {
        IllegalArgumentException error = new IllegalArgumentException("boom");
        RecordFaults faults = processing(unused -> {
            throw error;
        });

        assertThat(failureOf(() -> faults.unprocessed(AT, RECORD, error))).hasCause(error);
    }

    @Test
    void handlerThatReturnsNull_isNamed() {
        RecordFaults faults = processing(unused -> null);

        assertThat(failureOf(() -> faults.unprocessed(AT, RECORD, new IllegalArgumentException("boom"))))
                .hasMessageContaining("boom")
                .hasMessageContaining("processing.exception.handler " + RecordFaultsTest.class.getName())
                .hasMessageContaining("returned null");
    }

    @Test
    void failureOfTheLog_isNobodysFaultEvenIfWrapped() {
        LogCallFailedException call = LogCallFailedException.beforeWriting(new TimeoutException("log"));
        RecordFaults faults = processing(unused -> ProcessingExceptionHandler.Response.resume());

        assertThatThrownBy(() -> faults.unprocessed(AT, RECORD, new IllegalStateException("wraps it", call)))
                .isSameAs(call);

        assertThat(asked).hasValue(0);
        assertThat(faults.counts()).isEqualTo(FaultCounts.NONE);
    }

    @Test
    void brokenStore_failsWithoutAskingTheHandler() {
        RecordFaults faults = processing(unused -> ProcessingExceptionHandler.Response.resume());

        assertThat(failureOf(() ->
                        faults.unprocessed(AT, RECORD, new IllegalStateException(new ProcessorStateException("disk")))))
                .hasMessageContaining("store")
                .hasMessageContaining("disk");

        assertThat(asked).hasValue(0);
    }

    @Test
    void wrongClassOfARecord_failsWithoutAskingTheHandler() {
        RecordFaults faults = processing(unused -> ProcessingExceptionHandler.Response.resume());

        assertThat(failureOf(() -> faults.unprocessed(AT, new Record<>("k", 1L, 0), new ClassCastException("cast"))))
                .hasMessageContaining("cast")
                .hasMessageContaining("key of type java.lang.String")
                .hasMessageContaining("value of type java.lang.Long");

        assertThat(asked).hasValue(0);
    }

    @Test
    void wrongClassInAPunctuation_isAskedAboutAsInKafkaStreams() {
        RecordFaults faults = processing(unused -> ProcessingExceptionHandler.Response.resume());

        faults.unprocessed(IN_PUNCTUATION, null, new ClassCastException("cast"));

        assertThat(asked).hasValue(1);
        assertThat(faults.counts().dropped(FaultKind.PROCESSING)).isEqualTo(1);
    }

    @Test
    void punctuation_hasNoRecord() {
        assertThat(IN_PUNCTUATION.topic()).isNull();
        assertThat(IN_PUNCTUATION.partition()).isEqualTo(-1);
        assertThat(IN_PUNCTUATION.offset()).isEqualTo(-1);
        assertThat(IN_PUNCTUATION.headers()).isEmpty();
        assertThat(IN_PUNCTUATION.sourceRawKey()).isNull();
        assertThat(IN_PUNCTUATION.sourceRawValue()).isNull();
        assertThat(IN_PUNCTUATION.describe()).isEqualTo("processor=mapper");
    }

    @Test
    void deadLetterThatIsRefused_failsTheTaskWithBothErrors() {
        output.refusals.add(new RecordTooLargeException("letter of 2 MB"));
        RecordFaults faults = processing(unused -> ProcessingExceptionHandler.Response.resume(
                List.of(new ProducerRecord<>("dlq", bytes("k"), bytes("v")))));

        RecordFault fault = failureOf(() -> faults.unprocessed(AT, RECORD, new IllegalStateException("boom")));

        assertThat(fault)
                .hasMessageContaining("dead letter for topic dlq cannot be written")
                .hasMessageContaining("letter of 2 MB")
                .hasMessageContaining("boom");
        assertThat(faults.counts().dropped(FaultKind.PROCESSING)).isZero();
        assertThatThrownBy(faults::check).isSameAs(fault);
    }

    @Test
    void unreadable_asksItsOwnHandler() {
        RecordFaults resuming = faults((context, record, error) -> {
            assertThat(context.offset()).isEqualTo(5);
            assertThat(record).isSameAs(RAW);
            return DeserializationExceptionHandler.Response.resume();
        });
        RecordFaults failing = faults((context, record, error) -> DeserializationExceptionHandler.Response.fail());

        resuming.unreadable(AT, RAW, "cannot read it", new IllegalStateException("bytes"));

        assertThat(resuming.counts().dropped(FaultKind.DESERIALIZATION)).isEqualTo(1);
        assertThat(failureOf(() -> failing.unreadable(AT, RAW, "cannot read it", new IllegalStateException("bytes"))))
                .hasMessage("cannot read it (java.lang.IllegalStateException: bytes)");
        assertThat(failing.counts().failed(FaultKind.DESERIALIZATION)).isEqualTo(1);
    }

    @Test
    void refusalThatMayPass_isTriedAgainUpToALimit() {
        RecordFaults faults = production(ProductionExceptionHandler.Response.retry());
        KafkaException refusal = new UnknownTopicOrPartitionException("no topic");

        int attempt = 1;
        while (attempt <= RecordFaults.MAX_RETRIES) {
            assertThat(faults.isTriedAgain(AT, OUTGOING, "a record", refusal, attempt))
                    .isTrue();
            attempt++;
        }
        int last = attempt;

        assertThat(failureOf(() -> faults.isTriedAgain(AT, OUTGOING, "a record", refusal, last)))
                .hasMessageContaining("no topic")
                .hasMessageContaining("tried " + last + " times");
        assertThat(faults.counts().failed(FaultKind.PRODUCTION)).isEqualTo(1);
    }

    @Test
    void refusalThatCannotPass_isNotTriedAgain() {
        RecordFaults faults = production(ProductionExceptionHandler.Response.retry());

        assertThat(failureOf(
                        () -> faults.isTriedAgain(AT, OUTGOING, "a record", new RecordTooLargeException("2 MB"), 1)))
                .hasMessageContaining("2 MB")
                .hasMessageContaining("not tried again");
    }

    @Test
    void refusalThatIsResumed_isDropped() {
        RecordFaults faults = production(ProductionExceptionHandler.Response.resume());

        assertThat(faults.isTriedAgain(AT, OUTGOING, "a record", new RecordTooLargeException("2 MB"), 1))
                .isFalse();
        assertThat(faults.counts().dropped(FaultKind.PRODUCTION)).isEqualTo(1);
    }

    @Test
    void retryOfASerializer_failsTheTask() {
        RecordFaults faults = production(ProductionExceptionHandler.Response.retry());

        assertThat(failureOf(() -> faults.unserializable(
                        AT, OUTGOING, "cannot", new IllegalStateException("x"), SerializationExceptionOrigin.KEY)))
                .hasMessageContaining("cannot (java.lang.IllegalStateException: x)");
    }

    @Test
    void serializerOfAnotherClass_failsWithoutAskingTheHandler() {
        RecordFaults faults = production(ProductionExceptionHandler.Response.resume());

        assertThat(failureOf(() -> faults.unserializable(
                        AT, OUTGOING, "cannot", new ClassCastException("x"), SerializationExceptionOrigin.VALUE)))
                .hasMessageContaining("x");
        assertThat(asked).hasValue(0);
    }

    @Test
    void exceptionThatMeansACategory_isTheTransactionsAndNoHandlerIsAsked() {
        RecordFaults faults = processing(error -> ProcessingExceptionHandler.Response.resume());
        AbortableTransactionException own = new AbortableTransactionException("take it back");

        assertThatThrownBy(() -> faults.unprocessed(AT, null, new IllegalStateException("wrapped", own)))
                .isInstanceOfSatisfying(LogCallFailedException.class, raised -> {
                    assertThat(raised.failure()).isSameAs(own);
                    assertThat(raised.isByTheProgram()).isTrue();
                });
        assertThat(asked).hasValue(0);
        faults.check();
    }

    private RecordFaults processing(Function<Exception, ProcessingExceptionHandler.Response> handler) {
        ProcessingExceptionHandler counting = (context, record, error) -> {
            asked.incrementAndGet();
            return handler.apply(error);
        };
        return new RecordFaults(
                new RecordHandlers(unused(), counting, new FixedAnswer(null), ErrorClassifier.standard()), output);
    }

    private RecordFaults faults(DeserializationExceptionHandler handler) {
        return new RecordFaults(
                new RecordHandlers(
                        handler,
                        (context, record, error) -> {
                            throw new AssertionError("another handler's business");
                        },
                        new FixedAnswer(null),
                        ErrorClassifier.standard()),
                output);
    }

    private RecordFaults production(ProductionExceptionHandler.Response answer) {
        return new RecordFaults(
                new RecordHandlers(
                        unused(),
                        (context, record, error) -> {
                            throw new AssertionError("another handler's business");
                        },
                        new FixedAnswer(answer),
                        ErrorClassifier.standard()),
                output);
    }

    private static DeserializationExceptionHandler unused() {
        return (context, record, error) -> {
            throw new AssertionError("another handler's business");
        };
    }

    private static RecordFault failureOf(Runnable call) {
        return catchThrowableOfType(RecordFault.class, call::run);
    }

    private static String attemptOf(RecordFault fault) {
        return new String(
                fault.deadLetters()
                        .get(0)
                        .headers()
                        .lastHeader("__streamwright.errors.attempt")
                        .value(),
                UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Says the same about everything. */
    private final class FixedAnswer implements ProductionExceptionHandler {
        private final ProductionExceptionHandler.Response answer;

        FixedAnswer(ProductionExceptionHandler.Response answer) {
            this.answer = answer;
        }

        @Override
        public ProductionExceptionHandler.Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            asked.incrementAndGet();
            return answer;
        }

        @Override
        public ProductionExceptionHandler.Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord<?, ?> record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            asked.incrementAndGet();
            return answer;
        }
    }

    /** Keeps what is sent, or refuses it. Owner: the test. */
    private static final class FakeOutput implements Output {
        final List<String> sent = new ArrayList<>();
        final List<KafkaException> refusals = new ArrayList<>();

        @Override
        public KafkaException lookUp(String topic) {
            return null;
        }

        @Override
        public int partitionCount(String topic) {
            return 1;
        }

        @Override
        public KafkaException send(
                String topic, Integer partition, long timestamp, byte[] key, byte[] value, Header[] headers) {
            if (!refusals.isEmpty()) {
                return refusals.remove(0);
            }
            StringBuilder row = new StringBuilder(topic + "-" + partition + "@" + timestamp + " "
                    + new String(key, UTF_8) + "=" + new String(value, UTF_8));
            for (Header header : headers) {
                row.append(' ').append(header.key()).append('=').append(new String(header.value(), UTF_8));
            }
            sent.add(row.toString());
            return null;
        }
    }
}
