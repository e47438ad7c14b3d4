package io.streamwright.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What closing a writer does to records that no commit has ended. */
final class TopicWriterCloseTest {
    private static final String TOPIC = "lines";

    private final LogClient log = Logs.open("memory:topic-writer-close", Map.of());

    @BeforeEach
    void createTopic() {
        log.topics().create(new TopicSpec(TOPIC, 2, Map.of()));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void writerWithoutPositions_commitsWhenClosed() {
        try (TopicWriter<String, String> writer = open("plain")) {
            writer.write("a", "one");
        }
        assertThat(values()).containsExactly("one");
    }

    @Test
    void writerWithPositions_abortsWhatHasNoneWhenClosed() {
        // given a writer that fails between two commits, after it asked for its position
        try (TopicWriter<String, String> writer = open("positions")) {
            assertThat(writer.committedPosition()).isEmpty();
            writer.write("a", "one");
            writer.commit("1");
            writer.write("a", "two");
        }
        // when the next one goes on where the committed position is
        try (TopicWriter<String, String> writer = open("positions")) {
            assertThat(writer.committedPosition()).hasValue("1");
            writer.write("a", "two");
            writer.commit("2");
        }
        // then nothing is there twice
        assertThat(values()).containsExactly("one", "two");
    }

    private TopicWriter<String, String> open(String writerId) {
        return TopicWriter.open(log, TOPIC, new StringSerializer(), new StringSerializer(), writerId);
    }

    private List<String> values() {
        List<String> values = new ArrayList<>();
        try (TopicReader<String, String> reader =
                TopicReader.open(log, TOPIC, new StringDeserializer(), new StringDeserializer())) {
            reader.readAll().forEach(record -> values.add(record.value()));
        }
        return values;
    }
}
