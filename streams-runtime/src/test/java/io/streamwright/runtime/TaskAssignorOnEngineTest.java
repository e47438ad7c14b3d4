package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.Topology;
import io.streamwright.errors.StreamsException;
import io.streamwright.kstream.Materialized;
import io.streamwright.processor.TaskId;
import io.streamwright.processor.assignment.ApplicationState;
import io.streamwright.processor.assignment.KafkaStreamsAssignment;
import io.streamwright.processor.assignment.TaskAssignmentUtils;
import io.streamwright.processor.assignment.TaskAssignor;
import io.streamwright.processor.assignment.assignors.StickyTaskAssignor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assignor that is set is asked, and decides whether an application starts. */
class TaskAssignorOnEngineTest {
    private static final List<Set<TaskId>> SEEN = new ArrayList<>();

    @TempDir
    Path directory;

    /** Remembers which tasks ran. Owner: the test. */
    public static final class Curious implements TaskAssignor {
        @Override
        public TaskAssignment assign(ApplicationState applicationState) {
            SEEN.add(applicationState.kafkaStreamsStates(false).values().stream()
                    .flatMap(process -> process.previousActiveTasks().stream())
                    .collect(Collectors.toSet()));
            return new StickyTaskAssignor().assign(applicationState);
        }
    }

    /** Assigns nothing. Owner: the test. */
    public static final class Idle implements TaskAssignor {
        @Override
        public TaskAssignment assign(ApplicationState applicationState) {
            return new TaskAssignment(List.<KafkaStreamsAssignment>copyOf(
                    TaskAssignmentUtils.identityAssignment(applicationState).values()));
        }
    }

    private static Topology counting() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").groupByKey().count(Materialized.as("counts"));
        return builder.build();
    }

    @Test
    void assignorThatIsSet_isAsked() throws InterruptedException {
        SEEN.clear();
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 2);
            harness.write("in", "a", "1", "b", "2", "c", "3");

            harness.runToEnd(counting(), StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, Curious.class.getName());
        }

        assertThat(SEEN).first().isEqualTo(Set.of());
    }

    @Test
    void wrongAnswer_keepsTheApplicationFromStarting() {
        try (AppHarness harness = new AppHarness(directory)) {
            harness.createTopic("in", 2);
            try (StreamsApp app = new StreamsApp(
                    counting(), harness.settings(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, Idle.class.getName()))) {
                assertThatThrownBy(app::start)
                        .isInstanceOf(StreamsException.class)
                        .hasMessageContaining(Idle.class.getName())
                        .hasMessageContaining("tasks=[0_0, 0_1]");
            }
        }
    }
}
