package io.streamwright.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class TransactionIdTest {

    private static final TaskId TASK = new TaskId(0, 1);

    @Test
    void text_namesTheTaskAndItsInputsInOrder() {
        // given offsets in some order
        Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
        offsets.put(new TopicPartition("orders", 10), 3L);
        offsets.put(new TopicPartition("orders", 9), 1207L);
        offsets.put(new TopicPartition("Clicks", 1), 0L);
        offsets.put(new TopicPartition("order", 11), Long.MAX_VALUE);
        // then
        assertThat(new TransactionId(TASK, offsets))
                .hasToString("0_1@Clicks-1:0,order-11:9223372036854775807,orders-9:1207,orders-10:3");
        assertThat(new TransactionId(TASK, Map.of(new TopicPartition("orders", 1), 1207L)))
                .hasToString("0_1@orders-1:1207");
    }

    @Test
    void sameTaskAndOffsets_areTheSameId() {
        // given
        Map<TopicPartition, Long> offsets = Map.of(new TopicPartition("a", 1), 5L, new TopicPartition("b", 1), 6L);
        var id = new TransactionId(TASK, offsets);
        // then
        assertThat(id)
                .isEqualTo(new TransactionId(new TaskId(0, 1), new HashMap<>(offsets)))
                .hasSameHashCodeAs(new TransactionId(TASK, new HashMap<>(offsets)))
                .isNotEqualTo(new TransactionId(new TaskId(1, 1), offsets))
                .isNotEqualTo(new TransactionId(
                        TASK, Map.of(new TopicPartition("a", 1), 5L, new TopicPartition("b", 1), 7L)));
        assertThat(id.startOffsets()).isEqualTo(offsets);
    }

    @Test
    void offsets_areCopied() {
        // given
        Map<TopicPartition, Long> offsets = new HashMap<>(Map.of(new TopicPartition("orders", 1), 7L));
        var id = new TransactionId(TASK, offsets);
        // when
        offsets.clear();
        // then
        assertThat(id).hasToString("0_1@orders-1:7");
        assertThatThrownBy(() -> id.startOffsets().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void idThatNamesNothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TransactionId(TASK, Map.of()))
                .withMessage("a transaction of task 0_1 that began nowhere");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TransactionId(TASK, Map.of(new TopicPartition("orders", 1), -1L)))
                .withMessage("negative offset: {orders-1=-1}");
    }
}
