package io.streamwright.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PositionTest {
    record Component(String topic, int partition, long offset) {}

    @Provide
    Arbitrary<List<Component>> components() {
        return Combinators.combine(
                        Arbitraries.of("a", "b", "c"),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.longs().between(0, 9))
                .as(Component::new)
                .list()
                .ofMaxSize(12);
    }

    @Property
    void position_growsAsThatOfKafkaStreamsDoes(
            @ForAll("components") List<Component> first, @ForAll("components") List<Component> second) {
        Position ours = ours(first);
        org.apache.kafka.streams.query.Position theirs = theirs(first);
        same(ours, theirs);
        Position copy = ours.copy();
        same(ours.merge(ours(second)), theirs.merge(theirs(second)));
        same(copy, theirs(first));
        assertThat(copy.equals(ours)).isEqualTo(theirs(first).equals(theirs));
        same(
                Position.fromMap(Map.of("a", Map.of(0, 1L))),
                org.apache.kafka.streams.query.Position.fromMap(Map.of("a", Map.of(0, 1L))));
        assertThat(PositionBound.at(ours).isUnbounded())
                .isEqualTo(
                        org.apache.kafka.streams.query.PositionBound.at(theirs).isUnbounded());
        same(PositionBound.at(ours).position(), theirs);
    }

    private static Position ours(List<Component> components) {
        Position position = Position.emptyPosition();
        components.forEach(each -> position.withComponent(each.topic, each.partition, each.offset));
        return position;
    }

    private static org.apache.kafka.streams.query.Position theirs(List<Component> components) {
        org.apache.kafka.streams.query.Position position = org.apache.kafka.streams.query.Position.emptyPosition();
        components.forEach(each -> position.withComponent(each.topic, each.partition, each.offset));
        return position;
    }

    private static void same(Position ours, org.apache.kafka.streams.query.Position theirs) {
        assertThat(ours.getTopics()).isEqualTo(theirs.getTopics());
        assertThat(ours.isEmpty()).isEqualTo(theirs.isEmpty());
        for (String topic : List.of("a", "b", "c", "d")) {
            assertThat(ours.getPartitionPositions(topic)).isEqualTo(theirs.getPartitionPositions(topic));
        }
    }

    @Test
    void position_cannotBeAKey_asItGrows() {
        assertThatThrownBy(() -> Position.emptyPosition().hashCode()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> PositionBound.unbounded().hashCode())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void whatIsHandedOut_doesNotChangeThePosition() {
        Position position = Position.emptyPosition().withComponent("a", 0, 1);
        PositionBound bound = PositionBound.at(position);
        position.withComponent("a", 0, 5);
        bound.position().withComponent("a", 0, 9);
        assertThat(bound.position().getPartitionPositions("a")).isEqualTo(Map.of(0, 1L));
        assertThatThrownBy(() -> position.getPartitionPositions("a").put(0, 9L))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
