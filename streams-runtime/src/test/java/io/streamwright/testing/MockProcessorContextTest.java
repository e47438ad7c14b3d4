package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.processor.PunctuationType;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.TransactionId;
import io.streamwright.processor.api.ContextualProcessor;
import io.streamwright.processor.api.ProcessorContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.Stores;
import io.streamwright.testing.MockProcessorContext.CapturedForward;
import io.streamwright.testing.MockProcessorContext.CapturedPunctuator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MockProcessorContextTest {
    @TempDir
    private Path directory;

    /** Counts values by key, forwards the counts and commits at each hundredth millisecond. */
    private static final class Counter extends ContextualProcessor<String, String, String, Long> {
        @Override
        public void init(ProcessorContext<String, Long> context) {
            super.init(context);
            context.schedule(Duration.ofMillis(100), PunctuationType.STREAM_TIME, time -> context.commit());
        }

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, Long> counts = context().getStateStore("counts");
            Long before = counts.get(record.key());
            long count = before == null ? 1 : before + 1;
            counts.put(record.key(), count);
            context().forward(record.withValue(count));
        }
    }

    @ParameterizedTest(name = "persistent={0}")
    @ValueSource(booleans = {true, false})
    void processor_isTestedWithItsStoreAndPunctuator(boolean persistent) {
        // given
        MockProcessorContext<String, Long> context = persistent
                ? new MockProcessorContext<>(new Properties(), new TaskId(0, 0), directory.toFile())
                : new MockProcessorContext<>();
        KeyValueStore<String, Long> store = Stores.keyValueStoreBuilder(
                        persistent ? Stores.persistentKeyValueStore("counts") : Stores.inMemoryKeyValueStore("counts"),
                        Serdes.String(),
                        Serdes.Long())
                .withLoggingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        context.addStateStore(store);
        Counter counter = new Counter();
        counter.init(context);
        // when
        counter.process(new Record<>("k", "a", 5));
        counter.process(new Record<>("k", "b", 6));
        // then
        assertThat(context.forwarded())
                .containsExactly(
                        new CapturedForward<>(new Record<>("k", 1L, 5)),
                        new CapturedForward<>(new Record<>("k", 2L, 6)));
        assertThat(store.get("k")).isEqualTo(2);
        assertThat(context.committed()).isFalse();
        context.scheduledPunctuators().get(0).getPunctuator().punctuate(100);
        assertThat(context.committed()).isTrue();
        context.resetCommit();
        assertThat(context.committed()).isFalse();
        store.close();
    }

    @Test
    void forwards_areKeptByChild_untilTheyAreReset() {
        // given
        MockProcessorContext<String, String> context = new MockProcessorContext<>();
        Record<String, String> toAll = new Record<>("k", "v", 5);
        Record<String, String> toOne = new Record<>("k", "w", 5);
        // when
        context.forward(toAll);
        context.forward(toOne, "child");
        // then
        assertThat(context.forwarded("child"))
                .containsExactly(new CapturedForward<>(toAll), new CapturedForward<>(toOne, Optional.of("child")));
        assertThat(context.forwarded("other")).containsExactly(new CapturedForward<>(toAll));
        assertThat(context.forwarded().get(1).childName()).contains("child");
        assertThat(context.forwarded().get(1).record()).isEqualTo(toOne);
        context.resetForwards();
        assertThat(context.forwarded()).isEmpty();
    }

    @Test
    void schedules_areKept() {
        // given
        MockProcessorContext<String, String> context = new MockProcessorContext<>();
        // when
        context.schedule(Duration.ofMillis(5), PunctuationType.STREAM_TIME, time -> {});
        context.schedule(Instant.ofEpochMilli(3), Duration.ofMillis(7), PunctuationType.WALL_CLOCK_TIME, time -> {})
                .cancel();
        // then
        CapturedPunctuator first = context.scheduledPunctuators().get(0);
        CapturedPunctuator second = context.scheduledPunctuators().get(1);
        assertThat(first.getStartTime()).isNull();
        assertThat(first.getInterval()).isEqualTo(Duration.ofMillis(5));
        assertThat(first.getType()).isEqualTo(PunctuationType.STREAM_TIME);
        assertThat(first.cancelled()).isFalse();
        assertThat(second.getStartTime()).isEqualTo(Instant.ofEpochMilli(3));
        assertThat(second.cancelled()).isTrue();
        assertThatThrownBy(() -> context.schedule(Duration.ZERO, PunctuationType.STREAM_TIME, time -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatATestHasNotSaid_isNotMadeUp() {
        // given
        MockProcessorContext<String, String> context = new MockProcessorContext<>();
        // then
        assertThatThrownBy(context::currentSystemTimeMs)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("System time must be set before use via setCurrentSystemTimeMs().");
        assertThatThrownBy(context::currentStreamTimeMs)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Stream time must be set before use via setCurrentStreamTimeMs().");
        assertThatThrownBy(context::transactionId).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(context::stateDir).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(context::keySerde).isInstanceOf(ConfigException.class);
        assertThatThrownBy(context::valueSerde).isInstanceOf(ConfigException.class);
        assertThat(context.recordMetadata()).isEmpty();
        assertThat(context.<KeyValueStore<String, String>>getStateStore("none")).isNull();
    }

    @Test
    void whatATestHasSaid_isSeen() {
        // given
        Properties settings = new Properties();
        settings.put("application.id", "me");
        settings.put("default.key.serde", Serdes.StringSerde.class);
        settings.put("my.setting", "mine");
        MockProcessorContext<String, String> context =
                new MockProcessorContext<>(settings, new TaskId(1, 2), directory.toFile());
        // when
        context.setRecordMetadata("in", 2, 7);
        context.setCurrentSystemTimeMs(8);
        context.setCurrentStreamTimeMs(9);
        // then
        assertThat(context.applicationId()).isEqualTo("me");
        assertThat(context.taskId()).isEqualTo(new TaskId(1, 2));
        assertThat(context.keySerde()).isInstanceOf(Serdes.StringSerde.class);
        assertThat(context.appConfigs()).containsEntry("my.setting", "mine");
        assertThat(context.appConfigsWithPrefix("my.")).isEqualTo(Map.of("setting", "mine"));
        assertThat(context.stateDir()).isEqualTo(directory.toFile());
        assertThat(context.recordMetadata().orElseThrow().offset()).isEqualTo(7);
        assertThat(context.transactionId())
                .isEqualTo(new TransactionId(new TaskId(1, 2), Map.of(new TopicPartition("in", 2), 7L)));
        assertThat(context.currentSystemTimeMs()).isEqualTo(8);
        assertThat(context.currentStreamTimeMs()).isEqualTo(9);
    }
}
