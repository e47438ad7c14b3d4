package io.streamwright.dsl.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.dsl.fake.FakeContext;
import io.streamwright.dsl.operator.stateless.FilterRecords;
import io.streamwright.dsl.operator.stateless.FlatMapRecordValues;
import io.streamwright.dsl.operator.stateless.FlatMapRecords;
import io.streamwright.dsl.operator.stateless.MapRecordValues;
import io.streamwright.dsl.operator.stateless.MapRecords;
import io.streamwright.dsl.operator.stateless.PeekRecords;
import io.streamwright.dsl.operator.stateless.PrintRecords;
import io.streamwright.dsl.operator.stateless.SplitRecords;
import io.streamwright.dsl.operator.stateless.SplitRecords.Branch;
import io.streamwright.dsl.operator.stateless.VisitRecords;
import io.streamwright.processor.api.FixedKeyProcessor;
import io.streamwright.processor.api.FixedKeyProcessorContext;
import io.streamwright.processor.api.FixedKeyProcessorSupplier;
import io.streamwright.processor.api.FixedKeyRecord;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** What operators on streams make of records. */
final class StreamOperatorsTest {
    private final FakeContext<Object, Object> context = new FakeContext<>();
    private final Record<String, String> record = withHeader(new Record<>("k", "v", 7));

    private static Record<String, String> withHeader(Record<String, String> record) {
        return record.withHeaders(new RecordHeaders().add("trace", new byte[] {1}));
    }

    @Test
    void mappedRecord_keepsTimestampAndHeaders() {
        // given
        Processor<String, String, Object, Object> map =
                started(MapRecords.<String, String, String, Integer>with((key, value) -> KeyValue.pair(value, 1)));
        // when
        map.process(record);
        // then
        assertThat(context.takeForwarded()).isEqualTo(List.of(new Record<>("v", 1, 7, record.headers())));
    }

    @Test
    void mapperThatReturnsNoPair_isRefusedWithTheRemedy() {
        // given
        Processor<String, String, Object, Object> map =
                started(MapRecords.<String, String, String, String>with((key, value) -> null));
        // when, then
        assertThatThrownBy(() -> map.process(record))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("map()")
                .hasMessageContaining("filter");
    }

    @Test
    void flatMapper_makesRecordsInOrder() {
        // given
        Processor<String, String, Object, Object> flatMap = started(FlatMapRecords.<String, String, String, String>with(
                (key, value) -> List.of(KeyValue.pair("1", value), KeyValue.pair("2", key))));
        // when
        flatMap.process(record);
        // then
        assertThat(context.takeForwarded())
                .isEqualTo(List.of(
                        new Record<>("1", "v", 7, record.headers()), new Record<>("2", "k", 7, record.headers())));
    }

    @Test
    void flatMappersThatReturnNull_areRefusedWithTheRemedy() {
        // given
        Processor<String, String, Object, Object> flatMap =
                started(FlatMapRecords.<String, String, String, String>with((key, value) -> null));
        FixedKeyProcessor<String, String, Object> flatMapValues =
                fixed(FlatMapRecordValues.<String, String, String>with((key, value) -> null));
        // when, then
        assertThatThrownBy(() -> flatMap.process(record)).hasMessageContaining("flatMap()");
        assertThatThrownBy(() -> flatMapValues.process(FixedKeyRecord.of(record)))
                .hasMessageContaining("flatMapValues()");
    }

    @Test
    void exceptionOfTheProgram_comesOutUnchanged() {
        // given
        IllegalStateException failure = new IllegalStateException("of the program");
        FixedKeyProcessor<String, String, Object> map =
                fixed(MapRecordValues.<String, String, String>with((key, value) -> {
                    throw failure;
                }));
        // when, then
        assertThatThrownBy(() -> map.process(FixedKeyRecord.of(record))).isSameAs(failure);
    }

    @Test
    void record_takesTheFirstBranchThatWantsIt() {
        // given
        Processor<String, String, Object, Object> split = started(SplitRecords.<String, String>into(
                List.of(
                        new Branch<>("none", (key, value) -> value.startsWith("x")),
                        new Branch<>("one", (key, value) -> value.startsWith("v")),
                        new Branch<>("two", (key, value) -> true)),
                Optional.of("rest")));
        // when
        split.process(record);
        // then
        assertThat(context.children()).containsExactly("one");
    }

    @Test
    void recordThatNoBranchWants_takesTheDefault_orIsDropped() {
        // given
        List<Branch<String, String>> branches = List.of(new Branch<>("none", (key, value) -> false));
        Processor<String, String, Object, Object> withDefault =
                started(SplitRecords.into(branches, Optional.of("rest")));
        Processor<String, String, Object, Object> without = started(SplitRecords.into(branches, Optional.empty()));
        // when
        withDefault.process(record);
        without.process(record);
        // then
        assertThat(context.children()).containsExactly("rest");
    }

    @Test
    void visitedRecord_isPassedOn() {
        // given
        List<String> seen = new ArrayList<>();
        FixedKeyProcessor<String, String, Object> peek =
                fixed(PeekRecords.<String, String>with((key, value) -> seen.add(key + value)));
        // when
        peek.process(FixedKeyRecord.of(record));
        // then
        assertThat(seen).containsExactly("kv");
        assertThat(context.takeForwarded()).isEqualTo(List.of(record));
    }

    @Test
    void actionAtTheEndOfAStream_isDone_andNothingIsPassedOn() {
        // given
        List<String> seen = new ArrayList<>();
        Processor<String, String, Object, Object> end =
                started(VisitRecords.<String, String>with((key, value) -> seen.add(key + value)));
        // when
        end.process(record);
        // then
        assertThat(seen).containsExactly("kv");
        assertThat(context.takeForwarded()).isEmpty();
    }

    @Test
    void filterForKeys_dropsRecordsWithoutOne() {
        // given
        FixedKeyProcessor<String, String, Object> keyed = fixed(FilterRecords.<String, String>keyed());
        // when
        keyed.process(FixedKeyRecord.of(new Record<>(null, "v", 1)));
        keyed.process(FixedKeyRecord.of(record));
        // then
        assertThat(context.takeForwarded()).isEqualTo(List.of(record));
    }

    @Test
    void printedRecord_isALine() {
        // given
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintRecords<String, String> print = new PrintRecords<>(output, "label", (key, value) -> key + "=" + value);
        // when
        print.apply("ä", "v");
        // then
        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("[label]: ä=v" + System.lineSeparator());
    }

    @Test
    void outputThatCannotBeWritten_isNamedByTheStream() {
        // given
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space");
            }
        };
        PrintRecords<String, String> print = new PrintRecords<>(broken, "label", (key, value) -> value);
        // when, then
        assertThatThrownBy(() -> print.apply("k", "v"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("label");
    }

    private <K, V> FixedKeyProcessor<K, V, Object> fixed(FixedKeyProcessorSupplier<K, V, ?> supplier) {
        @SuppressWarnings("unchecked") // the context of a test takes anything
        FixedKeyProcessor<K, V, Object> processor = (FixedKeyProcessor<K, V, Object>) supplier.get();
        @SuppressWarnings("unchecked") // as above
        FixedKeyProcessorContext<K, Object> any = (FixedKeyProcessorContext<K, Object>) (Object) context;
        processor.init(any);
        return processor;
    }

    private <K, V> Processor<K, V, Object, Object> started(ProcessorSupplier<K, V, ?, ?> supplier) {
        @SuppressWarnings("unchecked") // the context of a test takes anything
        Processor<K, V, Object, Object> processor = (Processor<K, V, Object, Object>) supplier.get();
        processor.init(context);
        return processor;
    }
}
