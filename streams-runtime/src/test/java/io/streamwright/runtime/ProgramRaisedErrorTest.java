package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.AbortableTransactionException;
import io.streamwright.errors.ApplicationRecoverableTransactionException;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import io.streamwright.errors.InvalidConfigurationTransactionException;
import io.streamwright.errors.ProducerRefreshMetadataRetriableTransactionException;
import io.streamwright.errors.ProducerRetriableTransactionException;
import io.streamwright.kstream.Named;
import io.streamwright.runtime.StreamsApp.State;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A processor can say, by the exception it throws, what is wrong with its transaction (KIP-1050). */
class ProgramRaisedErrorTest {
    @TempDir
    Path directory;

    private final FaultyLog log = new FaultyLog();
    private AppHarness harness;

    @BeforeEach
    void openLog() {
        harness = new AppHarness(directory);
        harness.createTopic("in", 1);
        harness.createTopic("out", 1);
    }

    @AfterEach
    void closeLog() {
        harness.close();
    }

    static Stream<RuntimeException> healing() {
        return Stream.of(
                new ProducerRetriableTransactionException("the service is busy"),
                new ProducerRefreshMetadataRetriableTransactionException("the service has moved"),
                new AbortableTransactionException("begin again"),
                new ApplicationRecoverableTransactionException("begin again with another producer"));
    }

    @ParameterizedTest
    @MethodSource("healing")
    void errorThatHeals_isAnsweredByItsCategory_andEachRecordCountsOnce(RuntimeException error)
            throws InterruptedException {
        harness.write("in", "a", "1", "b", "2", "c", "3");
        Fault reopened =
                log.at(LogCall.OPEN_WRITER).afterItTookEffect().always().watch();

        try (StreamsApp app = new StreamsApp(failingAt("2", 2, () -> error), harness.settings(), log)) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }

        assertThat(harness.read("out")).containsExactly("a=1@0", "b=2@1", "c=3@2");
        boolean opensAnew = error instanceof ApplicationRecoverableTransactionException;
        assertThat(reopened.fired()).isEqualTo(opensAnew ? 3 : 1);
    }

    @Test
    void wrongConfiguration_stopsTheApplicationAndSaysWhere() {
        harness.write("in", "a", "1", "b", "2");
        Topology topology =
                failingAt("2", Integer.MAX_VALUE, () -> new InvalidConfigurationTransactionException("no such tariff"));
        StreamsApp app = new StreamsApp(topology, harness.settings(), log);
        app.start();
        await().until(() -> app.state() == State.ERROR);

        assertThat(app.failure().orElseThrow())
                .hasMessageContaining("topic=in partition=0 offset=1 processor=failing")
                .hasMessageContaining("INVALID_CONFIGURATION")
                .hasMessageContaining("no such tariff");
    }

    @Test
    void typeOfTheProgramsOwn_isAnsweredByTheCategoryItWasGiven() throws InterruptedException {
        harness.write("in", "a", "1", "b", "2");
        Properties settings = harness.settings();
        settings.put(
                StreamsConfig.TRANSACTION_ERROR_CLASSIFIER_CONFIG,
                ErrorClassifier.standard()
                        .withCategory(UnsupportedOperationException.class, ErrorCategory.PRODUCER_RETRIABLE));

        try (StreamsApp app =
                new StreamsApp(failingAt("2", 3, () -> new UnsupportedOperationException("not now")), settings, log)) {
            app.start();
            assertThat(app.awaitCaughtUp(AppHarness.LONG)).isTrue();
        }

        assertThat(harness.read("out")).containsExactly("a=1@0", "b=2@1");
    }

    private static Topology failingAt(String value, int times, Supplier<RuntimeException> error) {
        AtomicInteger left = new AtomicInteger(times);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(
                        present -> {
                            if (present.equals(value) && left.getAndDecrement() > 0) {
                                throw error.get();
                            }
                            return present;
                        },
                        Named.as("failing"))
                .to("out");
        return builder.build();
    }
}
