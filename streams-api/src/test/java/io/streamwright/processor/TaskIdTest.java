package io.streamwright.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.TaskIdFormatException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TaskIdTest {

    @Property(tries = 1000)
    void text_readsBackAsTheSameTask(@ForAll @IntRange int subtopology, @ForAll @IntRange int partition) {
        var task = new TaskId(subtopology, partition);
        assertThat(TaskId.parse(task.toString())).isEqualTo(task).hasSameHashCodeAs(task);
    }

    @Test
    void tasks_areOrderedByNumbers_notByText() {
        assertThat(List.of(new TaskId(1, 0), new TaskId(0, 10), new TaskId(0, 9)).stream()
                        .sorted()
                        .toList())
                .hasToString("[0_9, 0_10, 1_0]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0_", "_1", "a_b", "0_1_2", "0-1"})
    void otherText_isRefused(String text) {
        assertThatThrownBy(() -> TaskId.parse(text))
                .isInstanceOf(TaskIdFormatException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("0_3");
    }
}
