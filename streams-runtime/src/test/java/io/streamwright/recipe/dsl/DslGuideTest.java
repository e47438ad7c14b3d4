package io.streamwright.recipe.dsl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.kstream.BranchedKStream;
import io.streamwright.kstream.CogroupedKStream;
import io.streamwright.kstream.Grouped;
import io.streamwright.kstream.KGroupedStream;
import io.streamwright.kstream.KGroupedTable;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.SessionWindowedKStream;
import io.streamwright.kstream.TimeWindowedKStream;
import io.streamwright.testing.TestRecord;
import io.streamwright.testing.TopologyTestDriver;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code docs/dsl.md} shows runs, and it leaves no operator out. */
final class DslGuideTest {
    private static final List<String> TOPICS = List.of("in1", "in2", "orders", "customers", "products", "prices");

    static List<String> recipes() {
        return List.copyOf(programs().keySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recipes")
    void recipe_runsAndWrites(String name) {
        StreamsBuilder builder = new StreamsBuilder();
        programs().get(name).accept(builder);
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings())) {
            for (long second = 0; second < 4; second++) {
                for (String topic : TOPICS) {
                    if (reads(builder, topic)) {
                        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                                .pipeInput(new TestRecord<>("a", "abc " + second, Instant.ofEpochSecond(second * 90)));
                    }
                }
            }
            assertThat(driver.producedTopicNames()).anyMatch(topic -> !topic.startsWith("app-"));
        }
    }

    private static boolean reads(StreamsBuilder builder, String topic) {
        return builder.build().describe().toString().matches("(?s).*topics: \\[[^\\]]*\\b" + topic + "\\b.*");
    }

    private static Map<String, Consumer<StreamsBuilder>> programs() {
        Map<String, Consumer<StreamsBuilder>> programs = new TreeMap<>();
        programs.put("sources", StreamRecipes::sources);
        programs.put("filters", builder -> StreamRecipes.filters(in(builder)));
        programs.put("values", builder -> StreamRecipes.values(in(builder)));
        programs.put("keys", builder -> StreamRecipes.keys(in(builder)));
        programs.put("looks", builder -> StreamRecipes.looks(in(builder)));
        programs.put("branches", builder -> StreamRecipes.branches(in(builder)));
        programs.put("ends", builder -> StreamRecipes.ends(in(builder)));
        programs.put("processors", builder -> StreamRecipes.processors(in(builder)));
        programs.put("groups", builder -> AggregationRecipes.groups(in(builder)));
        programs.put("tables", builder -> AggregationRecipes.tables(builder.table("in1")));
        programs.put(
                "windows", builder -> AggregationRecipes.windows(in(builder).groupByKey()));
        programs.put(
                "sessions", builder -> AggregationRecipes.sessions(in(builder).groupByKey()));
        programs.put(
                "final results",
                builder -> AggregationRecipes.finalResults(in(builder).groupByKey()));
        programs.put("slower", builder -> AggregationRecipes.slower(builder.table("in1")));
        programs.put(
                "cogroups",
                builder -> AggregationRecipes.cogroups(
                        in(builder).groupByKey(),
                        other(builder)
                                .mapValues(text -> (long) text.length())
                                .groupByKey(Grouped.with(Serdes.String(), Serdes.Long()))));
        programs.put("joins of streams", builder -> JoinRecipes.streams(in(builder), other(builder)));
        programs.put("joins with tables", builder -> JoinRecipes.streamWithTable(in(builder), builder.table("in2")));
        programs.put("joins with global tables", builder -> JoinRecipes.streamWithGlobalTable(builder, in(builder)));
        programs.put("joins of tables", builder -> JoinRecipes.tables(builder.table("in1"), builder.table("in2")));
        programs.put(
                "joins by foreign keys",
                builder -> JoinRecipes.foreignKeys(builder.table("in1"), builder.table("in2")));
        programs.put("steps of tables", builder -> JoinRecipes.tableSteps(builder.table("in1")));
        programs.put("versions", builder -> JoinRecipes.versions(builder, in(builder)));
        programs.put("distinct", builder -> LimitedStateRecipes.distinct(in(builder)));
        programs.put("headers in stores", LimitedStateRecipes::headers);
        programs.put("time to live", builder -> LimitedStateRecipes.timeToLive(in(builder)));
        return programs;
    }

    private static KStream<String, String> in(StreamsBuilder builder) {
        return builder.stream("in1");
    }

    private static KStream<String, String> other(StreamsBuilder builder) {
        return builder.stream("in2");
    }

    @Test
    void everyOperator_isInTheGuide() throws IOException {
        String guide = Files.readString(Path.of("../docs/dsl.md"), UTF_8);
        for (Class<?> type : List.of(
                KStream.class,
                KTable.class,
                KGroupedStream.class,
                KGroupedTable.class,
                TimeWindowedKStream.class,
                SessionWindowedKStream.class,
                CogroupedKStream.class,
                BranchedKStream.class)) {
            for (Method operator : type.getMethods()) {
                assertThat(Pattern.compile("`[^`\\n]*\\b" + operator.getName() + "\\b")
                                .matcher(guide)
                                .find())
                        .as("%s.%s in docs/dsl.md", type.getSimpleName(), operator.getName())
                        .isTrue();
            }
        }
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("application.id", "app");
        settings.setProperty("bootstrap.servers", "unused:1");
        settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
        settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
        return settings;
    }
}
