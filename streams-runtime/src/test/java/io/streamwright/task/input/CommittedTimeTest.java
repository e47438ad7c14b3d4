package io.streamwright.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.streams.processor.internals.ProcessorMetadata;
import org.apache.kafka.streams.processor.internals.TopicPartitionMetadata;
import org.junit.jupiter.api.Test;

class CommittedTimeTest {
    @Test
    void ourMetadata_isReadByKafkaStreams() {
        assertThat(TopicPartitionMetadata.decode(CommittedTime.encode(1234)).partitionTime())
                .isEqualTo(1234);
    }

    @Test
    void kafkaStreamsMetadata_isReadByUs() {
        String theirs = new TopicPartitionMetadata(77, new ProcessorMetadata()).encode();

        assertThat(CommittedTime.decode(theirs)).isEqualTo(77);
    }

    @Test
    void unknownTime_survives() {
        assertThat(CommittedTime.decode(CommittedTime.encode(CommittedTime.UNKNOWN)))
                .isEqualTo(CommittedTime.UNKNOWN);
    }

    @Test
    void metadataOfSomebodyElse_meansThatNoTimeIsKnown() {
        assertThat(CommittedTime.decode("")).isEqualTo(CommittedTime.UNKNOWN);
        assertThat(CommittedTime.decode("not base64!")).isEqualTo(CommittedTime.UNKNOWN);
        assertThat(CommittedTime.decode("Ag==")).isEqualTo(CommittedTime.UNKNOWN);
        assertThat(CommittedTime.decode("Yw==")).isEqualTo(CommittedTime.UNKNOWN);
    }
}
