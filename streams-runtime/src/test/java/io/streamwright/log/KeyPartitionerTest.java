package io.streamwright.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/** Keys go where Kafka's producer sends them. */
final class KeyPartitionerTest {

    @Property
    void everyKey_goesToThePartitionThatKafkasProducerChooses(
            @ForAll byte[] key, @ForAll @IntRange(min = 1, max = 1000) int partitions) {
        assertThat(KeyPartitioner.partition(key, partitions))
                .isEqualTo(BuiltInPartitioner.partitionForKey(key, partitions));
    }

    @Property
    void shortAsciiKeys_goWhereKafkaSendsThem(@ForAll @IntRange(min = 0, max = 1_000_000) int number) {
        byte[] key = ("key-" + number).getBytes(StandardCharsets.UTF_8);
        assertThat(KeyPartitioner.partition(key, 12)).isEqualTo(BuiltInPartitioner.partitionForKey(key, 12));
    }
}
