package io.streamwright.dsl.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.dsl.fake.FakeContext;
import io.streamwright.processor.api.Record;
import io.streamwright.state.ValueAndTimestamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** One update for each key leaves with the commit. */
final class PendingUpdatesTest {
    private final FakeContext<String, Change<String>> context = new FakeContext<>();
    private final PendingUpdates<String, String> updates = new PendingUpdates<>(context, true);

    private static Record<String, Change<String>> update(String key, String newValue, String oldValue, long timestamp) {
        return new Record<>(key, new Change<>(newValue, oldValue), timestamp);
    }

    @Test
    void severalUpdatesOfAKey_leaveAsOne_fromTheOldestOldToTheNewestNewValue() {
        // given
        updates.add(update("k", "b", "a", 1));
        updates.add(update("k", "c", "b", 5));
        updates.add(update("k", "d", "c", 3));
        // when
        updates.emit();
        // then
        assertThat(context.takeForwarded()).isEqualTo(List.of(update("k", "d", "a", 3)));
    }

    @Test
    void updatesOfSeveralKeys_leaveInTheOrderOfTheirLastWrites() {
        // given
        updates.add(update("first", "1", null, 1));
        updates.add(update("second", "2", null, 2));
        updates.add(update("first", "3", "1", 3));
        // when
        updates.emit();
        // then
        assertThat(context.takeForwarded())
                .isEqualTo(List.of(update("second", "2", null, 2), update("first", "3", null, 3)));
    }

    @Test
    void rowThatCameAndWent_isNoUpdate() {
        // given
        updates.add(update("k", "a", null, 1));
        updates.add(update("k", null, "a", 2));
        // when
        updates.emit();
        // then
        assertThat(context.takeForwarded()).isEmpty();
    }

    @Test
    void rowThatWaits_isKnownDownstreamAsItWas_untilItIsPassedOn() {
        // given two keys that wait
        ValueAndTimestamp<String> before = ValueAndTimestamp.make("a", 1);
        updates.add(update("first", "b", "a", 5), before);
        updates.add(update("first", "c", "b", 6), ValueAndTimestamp.make("b", 5));
        updates.add(update("second", "1", null, 7), null);
        assertThat(updates.passedOn("first")).isEqualTo(before);
        assertThat(updates.holds("third")).isFalse();
        // when
        List<Boolean> held = new ArrayList<>();
        context.forwardingTo((record, child) -> held.addAll(List.of(updates.holds("first"), updates.holds("second"))));
        updates.emit();
        // then
        assertThat(held).containsExactly(false, true, false, false);
    }

    @Test
    void rowThatIsTheSameAgain_isAnUpdate() {
        // given
        updates.add(update("k", "b", "a", 1));
        updates.add(update("k", "a", "b", 2));
        // when
        updates.emit();
        // then
        assertThat(context.takeForwarded()).isEqualTo(List.of(update("k", "a", "a", 2)));
    }

    @Test
    void emittedUpdates_doNotComeAgain() {
        // given
        updates.add(update("k", "a", null, 1));
        updates.emit();
        context.takeForwarded();
        // when
        updates.add(update("k", "b", "a", 2));
        updates.emit();
        // then
        assertThat(context.takeForwarded()).isEqualTo(List.of(update("k", "b", "a", 2)));
    }

    @Test
    void updateThatComesInDuringTheEmission_waitsForTheNext() {
        // given a program that feeds back once
        updates.add(update("k", "a", null, 1));
        boolean[] fedBack = {false};
        context.forwardingTo((record, child) -> {
            if (!fedBack[0]) {
                fedBack[0] = true;
                updates.add(update("late", "x", null, 2));
            }
        });
        // when
        updates.emit();
        // then
        assertThat(context.takeForwarded()).isEqualTo(List.of(update("k", "a", null, 1)));
        updates.emit();
        assertThat(context.takeForwarded()).isEqualTo(List.of(update("late", "x", null, 2)));
    }

    @Test
    void oldValuesThatNobodyAskedFor_areLeftOut() {
        // given
        PendingUpdates<String, String> withoutOldValues = new PendingUpdates<>(context, false);
        withoutOldValues.add(update("k", null, "a", 1));
        // when
        withoutOldValues.emit();
        // then
        assertThat(context.takeForwarded()).isEqualTo(List.of(update("k", null, null, 1)));
    }

    @Test
    void headersOfTheLastWrite_leaveWithTheUpdate() {
        // given
        RecordHeaders headers = new RecordHeaders();
        headers.add("trace", new byte[] {7});
        updates.add(update("k", "a", null, 1));
        updates.add(new Record<>("k", new Change<>("b", "a"), 2, headers));
        // when
        updates.emit();
        // then
        assertThat(context.takeForwarded().get(0).headers().lastHeader("trace").value())
                .containsExactly(7);
    }

    @Test
    void arraysAsKeys_areToldApartByContent() {
        // given
        FakeContext<byte[], Change<String>> arrays = new FakeContext<>();
        PendingUpdates<byte[], String> byArray = new PendingUpdates<>(arrays, true);
        byArray.add(new Record<>(bytes("k"), new Change<>("a", null), 1));
        byArray.add(new Record<>(bytes("other"), new Change<>("x", null), 2));
        byArray.add(new Record<>(bytes("k"), new Change<>("b", "a"), 3));
        // when
        byArray.emit();
        // then
        assertThat(arrays.takeForwarded())
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8) + "="
                        + record.value().newValue())
                .containsExactly("other=x", "k=b");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
