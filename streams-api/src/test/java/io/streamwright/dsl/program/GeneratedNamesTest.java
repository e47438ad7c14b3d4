package io.streamwright.dsl.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.StreamsConfig;
import io.streamwright.TopologyConfig;
import io.streamwright.errors.TopologyException;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.Materialized;
import io.streamwright.topology.Blueprint;
import io.streamwright.topology.TopicRef;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated names of stores and internal topics are refused where the settings demand it, as in Kafka Streams. */
final class GeneratedNamesTest {
    private static final Map<String, Object> SETTINGS = Map.of(
            "application.id", "app", "bootstrap.servers", "host:1", "ensure.explicit.internal.resource.naming", true);
    private static final Pattern GENERATED = Pattern.compile("[^ ,;(:\\n]*-[0-9]{10}[^ ,;(:.\\n]*");

    /** Repartition topics of grouped tables, topics and stores of foreign-key joins, stores of suppress, which Kafka Streams does not look at. */
    private static final Pattern FORGOTTEN = Pattern.compile(
            "KTABLE-(AGGREGATE|REDUCE)-STATE-STORE-[0-9]{10}-repartition"
                    + "|KTABLE-FK-JOIN-SUBSCRIPTION-(REGISTRATION|RESPONSE)-[0-9]{10}-topic"
                    + "|KTABLE-FK-JOIN-SUBSCRIPTION-STATE-STORE-[0-9]{10}(-changelog)?|KTABLE-SUPPRESS-STATE-STORE-[0-9]{10}");

    static Stream<String> programs() {
        return Programs.all().keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void generatedNames_areRefusedAsByKafkaStreams_ifAnythingHasThem(String name) {
        // given what there is to be named
        StreamsBuilder builder = new StreamsBuilder();
        Programs.all().get(name).accept(builder);
        Blueprint program = builder.build().blueprint();
        Set<String> present = new HashSet<>(program.repartitionTopics().keySet());
        program.stores().values().forEach(store -> {
            present.add(store.name());
            store.changelog().filter(TopicRef::internal).ifPresent(topic -> present.add(topic.name()));
        });
        // when
        Set<String> theirs = namesIn(theirs(KafkaPrograms.all().get(name)));
        Set<String> ours = namesIn(ours(Programs.all().get(name)));
        // then
        theirs.retainAll(present);
        assertThat(ours).containsAll(theirs);
        ours.removeAll(theirs);
        assertThat(ours).allMatch(FORGOTTEN.asMatchPredicate());
    }

    @Test
    void refusal_saysWhatAndWhereAndWhatToDo() {
        assertThat(ours(builder -> builder.stream("in").groupBy((k, v) -> v).count()))
                .contains(
                        "stores KSTREAM-AGGREGATE-STATE-STORE-0000000002 (KGroupedStream.count at GeneratedNamesTest.")
                .contains("changelogs KSTREAM-AGGREGATE-STATE-STORE-0000000002-changelog")
                .contains(
                        "repartition topics KSTREAM-AGGREGATE-STATE-STORE-0000000002-repartition (KGroupedStream.count")
                .contains("Grouped.as");
    }

    @Test
    void programWithAllNames_isBuilt() {
        assertThat(ours(builder -> builder.stream("in")
                        .groupBy((k, v) -> v, Grouped.as("words"))
                        .count(Materialized.as("counts"))))
                .isEmpty();
    }

    private static Set<String> namesIn(String message) {
        Set<String> names = new TreeSet<>();
        Matcher found = GENERATED.matcher(message);
        while (found.find()) {
            names.add(found.group());
        }
        return names;
    }

    private static String ours(Consumer<StreamsBuilder> program) {
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(SETTINGS)));
        program.accept(builder);
        try {
            builder.build();
            return "";
        } catch (TopologyException e) {
            return e.getMessage();
        }
    }

    private static String theirs(Consumer<org.apache.kafka.streams.StreamsBuilder> program) {
        var builder = new org.apache.kafka.streams.StreamsBuilder(
                new org.apache.kafka.streams.TopologyConfig(new org.apache.kafka.streams.StreamsConfig(SETTINGS)));
        program.accept(builder);
        try {
            builder.build();
            return "";
        } catch (org.apache.kafka.streams.errors.TopologyException e) {
            return e.getMessage();
        }
    }
}
