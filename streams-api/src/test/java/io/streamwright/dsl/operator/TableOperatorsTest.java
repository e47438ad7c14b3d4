package io.streamwright.dsl.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.KeyValue;
import io.streamwright.dsl.fake.FakeContext;
import io.streamwright.dsl.fake.FakeTableStore;
import io.streamwright.dsl.operator.regroup.RegroupTable;
import io.streamwright.errors.StreamsException;
import io.streamwright.processor.api.EmitOnCommit;
import io.streamwright.processor.api.Processor;
import io.streamwright.processor.api.ProcessorSupplier;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

/** What table operators make of updates; their numbers are cases that people met elsewhere. */
final class TableOperatorsTest {
    private static final TableRole NOT_KEPT = new TableRole(Optional.empty(), false, false);
    private static final TableRole KEPT = new TableRole(Optional.of("rows"), false, false);
    private static final TableRole KEPT_SENDING_OLD = new TableRole(Optional.of("rows"), false, true);
    private static final TableRole CACHED = new TableRole(Optional.of("rows"), true, false);
    private static final TableRole CACHED_SENDING_OLD = new TableRole(Optional.of("rows"), true, true);

    private final FakeTableStore<String, String> rows = new FakeTableStore<>("rows", Serdes.String(), Serdes.String());
    private final FakeContext<Object, Object> context = new FakeContext<>().store(rows);

    @Test
    void sourceTableThatIsNotKept_forwardsEveryUpdateWithoutOldValue() {
        // given
        Processor<String, String, Object, Object> table = started(SourceTable.of(NOT_KEPT));
        // when
        feed(table, "k", "a", 10);
        feed(table, "k", null, 5);
        // then
        assertThat(forwarded()).isEqualTo("k:a<null@10 k:null<null@5");
    }

    @Test
    void sameValueAgain_isStillAnUpdate_c012() {
        // given
        Processor<String, String, Object, Object> table = started(SourceTable.of(KEPT_SENDING_OLD));
        // when
        feed(table, "k", "a1", 10);
        feed(table, "k", "a1", 10);
        feed(table, "k", "a1", 11);
        feed(table, "k", "a0", 5);
        // then
        assertThat(forwarded()).isEqualTo("k:a1<null@10 k:a1<a1@10 k:a1<a1@11 k:a0<a1@5");
        assertThat(rows.get("k")).isEqualTo(ValueAndTimestamp.make("a0", 5));
    }

    @Test
    void sameValueAgainWithCaching_isOneUpdateForTheTransaction_c012() {
        // given
        Processor<String, String, Object, Object> table = started(SourceTable.of(CACHED_SENDING_OLD));
        // when
        feed(table, "k", "a1", 10);
        feed(table, "k", "a1", 11);
        feed(table, "k", "a0", 5);
        // then
        assertThat(forwarded()).isEmpty();
        emitPending(table);
        assertThat(forwarded()).isEqualTo("k:a0<null@5");
    }

    @Test
    void cachingWithoutCacheBytes_forwardsAtOnce() {
        // given
        context.config("statestore.cache.max.bytes", "0");
        Processor<String, String, Object, Object> table = started(SourceTable.of(CACHED));
        // when
        feed(table, "k", "a", 1);
        // then
        assertThat(forwarded()).isEqualTo("k:a<null@1");
        emitPending(table);
        assertThat(forwarded()).isEmpty();
    }

    @Test
    void recordWithoutKey_isNoUpdate() {
        // given
        context.origin("topic", 3, 42);
        Processor<String, String, Object, Object> table = started(SourceTable.of(KEPT));
        // when
        feed(table, null, "a", 1);
        // then
        assertThat(forwarded()).isEmpty();
        assertThat(rows.approximateNumEntries()).isZero();
    }

    @Test
    void filterThatKnowsOldValues_sendsNoNeedlessDeletions_c030() {
        // given
        TableRole sending = new TableRole(Optional.empty(), false, true);
        Processor<String, Change<String>, Object, Object> filter =
                started(FilterTable.<String, String>where((key, value) -> value.startsWith("a"), true, sending));
        // when
        change(filter, "k", "b", null, 1);
        change(filter, "k", "a", "b", 2);
        change(filter, "k", "b", "a", 3);
        change(filter, "k", "b", "b", 4);
        change(filter, "k", null, "b", 5);
        change(filter, "z", null, null, 6);
        // then
        assertThat(forwarded()).isEqualTo("k:a<null@2 k:null<a@3");
    }

    @Test
    void filterThatDoesNotKnowOldValues_missesNoDeletion_c030() {
        // given
        Processor<String, Change<String>, Object, Object> filter =
                started(FilterTable.<String, String>where((key, value) -> value.startsWith("a"), true, NOT_KEPT));
        // when
        change(filter, "k", "b", null, 1);
        change(filter, "k", "a", null, 2);
        change(filter, "k", "b", null, 3);
        change(filter, "z", null, null, 6);
        // then
        assertThat(forwarded()).isEqualTo("k:null<null@1 k:a<null@2 k:null<null@3 z:null<null@6");
    }

    @Test
    void filterInAStoreWithCaching_forwardsWhatTheTransactionChanged() {
        // given
        Processor<String, Change<String>, Object, Object> filter =
                started(FilterTable.<String, String>where((key, value) -> value.startsWith("a"), true, CACHED));
        // when
        change(filter, "k", "a1", null, 1);
        change(filter, "gone", "b", null, 2);
        change(filter, "k", "a2", null, 3);
        emitPending(filter);
        // then
        assertThat(forwarded()).isEqualTo("k:a2<null@3");
        change(filter, "k", "b", null, 4);
        emitPending(filter);
        assertThat(forwarded()).isEqualTo("k:null<null@4");
        assertThat(rows.get("k")).isNull();
    }

    @Test
    void mapperOfATable_isNotAskedAboutDeletions() {
        // given
        Processor<String, Change<String>, Object, Object> map =
                started(MapTableValues.<String, String, String>with((key, value) -> key + value, KEPT_SENDING_OLD));
        // when
        change(map, "k", "a", null, 1);
        change(map, "k", "b", "unused", 2);
        change(map, "k", null, "unused", 3);
        // then
        assertThat(forwarded()).isEqualTo("k:ka<null@1 k:kb<ka@2 k:null<kb@3");
    }

    @Test
    void aggregate_takesTheHighestTimeAndStartsAnewAfterNull_c013() {
        // given
        Processor<String, String, Object, Object> aggregate =
                started(AggregateStream.<String, String, String>aggregating(
                        () -> "I", (key, value, all) -> value.equals("del") ? null : all + value, KEPT_SENDING_OLD));
        // when
        feed(aggregate, "k", "a", 1);
        feed(aggregate, "k", null, 2);
        feed(aggregate, null, "a", 2);
        feed(aggregate, "k", "b", 0);
        feed(aggregate, "k", "del", 3);
        feed(aggregate, "k", "c", 4);
        // then the first aggregate has no old value: what the initializer returned was never in the table
        assertThat(forwarded()).isEqualTo("k:Ia<null@1 k:Iab<Ia@1 k:null<Iab@3 k:Ic<null@4");
    }

    @Test
    void reduction_startsWithTheFirstValue() {
        // given
        Processor<String, String, Object, Object> reduce =
                started(AggregateStream.<String, String>reducing((all, value) -> all + value, KEPT));
        // when
        feed(reduce, "k", "a", 2);
        feed(reduce, "k", "b", 1);
        // then
        assertThat(forwarded()).isEqualTo("k:a<null@2 k:ab<null@2");
    }

    @Test
    void deletionWithCaching_hasTheTimeOfItsCause() {
        // given an aggregate whose time is ahead of the record that removes it
        Processor<String, String, Object, Object> aggregate =
                started(AggregateStream.<String, String, String>aggregating(
                        () -> "", (key, value, all) -> value.equals("del") ? null : all + value, CACHED));
        feed(aggregate, "k", "a", 100);
        emitPending(aggregate);
        forwarded();
        // when
        feed(aggregate, "k", "del", 7);
        emitPending(aggregate);
        // then
        assertThat(forwarded()).isEqualTo("k:null<null@7");
    }

    @Test
    void rowThatStaysInItsGroup_isOneUpdate_c011() {
        // given
        Processor<String, Change<String>, Object, Object> regroup = started(grouping());
        // when
        change(regroup, "a", "g:1", null, 1);
        change(regroup, "a", "g:2", "g:1", 2);
        change(regroup, "a", "h:2", "g:2", 3);
        change(regroup, "a", "-:3", "h:2", 4);
        change(regroup, "a", "h:4", "-:3", 5);
        change(regroup, "a", null, "h:4", 6);
        change(regroup, "a", null, null, 7);
        // then
        assertThat(forwarded()).isEqualTo("g:1<null@1 g:2<1@2 g:null<2@3 h:2<null@3 h:null<2@4 h:4<null@5 h:null<4@6");
    }

    @Test
    void rowWithoutKey_cannotBeGrouped() {
        // given
        Processor<String, Change<String>, Object, Object> regroup = started(grouping());
        // when, then
        assertThatThrownBy(() -> change(regroup, null, "g:1", null, 1)).isInstanceOf(StreamsException.class);
    }

    private static ProcessorSupplier<String, Change<String>, String, Change<String>> grouping() {
        return RegroupTable.by((key, value) -> {
            String group = value.substring(0, value.indexOf(':'));
            return KeyValue.pair(group.equals("-") ? null : group, value.substring(value.indexOf(':') + 1));
        });
    }

    @Test
    void aggregateOfRows_subtractsBeforeItAdds_c011() {
        // given
        Processor<String, Change<String>, Object, Object> aggregate =
                started(AggregateTable.<String, String, String>aggregating(
                        () -> "",
                        (key, value, all) -> all + "+" + value,
                        (key, value, all) -> all + "-" + value,
                        KEPT));
        // when
        change(aggregate, "g", "1", null, 5);
        change(aggregate, "g", "2", "1", 3);
        change(aggregate, "g", null, "2", 9);
        change(aggregate, "h", null, "never added", 1);
        // then
        assertThat(forwarded()).isEqualTo("g:+1<null@5 g:+1-1+2<null@5 g:+1-1+2-2<null@9 h:null<null@1");
    }

    @Test
    void reductionOfRows_startsWithTheFirstValue() {
        // given
        Processor<String, Change<String>, Object, Object> reduce = started(AggregateTable.<String, String>reducing(
                (all, value) -> all + "+" + value, (all, value) -> all.equals(value) ? null : all + "-" + value, KEPT));
        // when
        change(reduce, "g", "1", null, 1);
        change(reduce, "g", "2", "1", 2);
        change(reduce, "g", "3", null, 3);
        // then the old value left nothing, so the new one starts again
        assertThat(forwarded()).isEqualTo("g:1<null@1 g:2<null@2 g:2+3<null@3");
    }

    private <K, V> Processor<K, V, Object, Object> started(ProcessorSupplier<K, V, ?, ?> supplier) {
        @SuppressWarnings("unchecked") // the context of a test takes anything
        Processor<K, V, Object, Object> processor = (Processor<K, V, Object, Object>) supplier.get();
        processor.init(context);
        return processor;
    }

    private static void feed(Processor<String, String, ?, ?> processor, String key, String value, long timestamp) {
        processor.process(new Record<>(key, value, timestamp));
    }

    private static void change(
            Processor<String, Change<String>, ?, ?> processor,
            String key,
            String newValue,
            String oldValue,
            long timestamp) {
        processor.process(new Record<>(key, new Change<>(newValue, oldValue), timestamp));
    }

    private static void emitPending(Processor<?, ?, ?, ?> processor) {
        ((EmitOnCommit) processor).emitPending();
    }

    /** Returns the updates forwarded since the last call as {@code key:new<old@timestamp}. */
    private String forwarded() {
        List<Record<?, ?>> records = List.copyOf(context.takeForwarded());
        return records.stream()
                .map(record -> {
                    Change<?> change = (Change<?>) record.value();
                    return record.key() + ":" + change.newValue() + "<" + change.oldValue() + "@" + record.timestamp();
                })
                .collect(Collectors.joining(" "));
    }
}
