package io.streamwright.dsl.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import io.streamwright.dsl.program.ProgramRunner.Written;
import io.streamwright.kstream.KTable;
import io.streamwright.kstream.ValueJoiner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What joins make of records; the numbers are cases that people met elsewhere. */
final class JoinCasesTest {
    private static final ValueJoiner<String, String, String> PLUS = (left, right) -> left + "+" + right;

    private final StreamsBuilder builder = new StreamsBuilder();
    private final KTable<String, String> left = builder.table("L");
    private final KTable<String, String> right = builder.table("R");

    private static final List<Written> DELETIONS = List.of(
            ProgramRunner.input("L", "k", null, 1),
            ProgramRunner.input("R", "k", null, 2),
            ProgramRunner.input("L", "k", "l1", 3),
            ProgramRunner.input("R", "k", "r1", 4),
            ProgramRunner.input("R", "k", null, 5),
            ProgramRunner.input("L", "k", null, 6),
            ProgramRunner.input("L", "k", null, 7),
            ProgramRunner.input("R", "k", "r2", 8),
            ProgramRunner.input("L", "k", "l2", 3));

    private static final List<Written> NULLS = List.of(
            ProgramRunner.input("R", "k", "r", 9),
            ProgramRunner.input("S", "k", "s", 3),
            ProgramRunner.input("S", "x", "x", 4),
            ProgramRunner.input("S", null, "n", 5),
            ProgramRunner.input("S", null, null, 6),
            ProgramRunner.input("S", "k", null, 7));

    @Test
    void innerJoin_deletesOnce_c010() {
        // given
        left.join(right, PLUS).toStream().to("out");
        // then
        assertThat(eachIn(DELETIONS)).containsExactly("l1+r1@4", "null@5", "l2+r2@8");
    }

    @Test
    void leftJoin_deletesOnce_c010() {
        // given
        left.leftJoin(right, PLUS).toStream().to("out");
        // then
        assertThat(eachIn(DELETIONS)).containsExactly("l1+null@3", "l1+r1@4", "l1+null@5", "null@6", "l2+r2@8");
    }

    @Test
    void outerJoin_deletesOnce_c010() {
        // given
        left.outerJoin(right, PLUS).toStream().to("out");
        // then
        assertThat(eachIn(DELETIONS))
                .containsExactly("l1+null@3", "l1+r1@4", "l1+null@5", "null@6", "null+r2@8", "l2+r2@8");
    }

    @Test
    void rowsOfBothTablesDeletedInOneTransaction_deleteTheResult() {
        // given a result that was passed on
        left.join(right, PLUS).toStream().to("out");
        ProgramRunner runner = new ProgramRunner(builder.build(), Map.of());
        runner.pipe(List.of(ProgramRunner.input("L", "k", "l", 1), ProgramRunner.input("R", "k", "r", 2)));
        // when
        List<Written> written =
                runner.pipe(List.of(ProgramRunner.input("L", "k", null, 3), ProgramRunner.input("R", "k", null, 4)));
        // then
        assertThat(shown(written)).containsExactly("null@3");
    }

    @Test
    void rowsOfBothTablesReplacedInOneTransaction_replaceTheResultStepByStep() {
        // given
        left.join(right, PLUS).toStream().to("out");
        ProgramRunner runner = new ProgramRunner(builder.build(), Map.of());
        runner.pipe(List.of(ProgramRunner.input("L", "k", "l1", 1), ProgramRunner.input("R", "k", "r1", 2)));
        // when
        List<Written> written =
                runner.pipe(List.of(ProgramRunner.input("R", "k", "r2", 3), ProgramRunner.input("L", "k", "l2", 4)));
        // then the left table passes its row on first, to the row of the right one that is known downstream
        assertThat(shown(written)).containsExactly("l2+r1@4", "l2+r2@4");
    }

    @Test
    void streamTableJoin_dropsNullKeysAndValues_c008() {
        // given
        builder.<String, String>stream("S").join(right, PLUS).to("out");
        // then
        assertThat(eachIn(NULLS)).containsExactly("s+r@3");
    }

    @Test
    void streamTableLeftJoin_keepsNullKeys_c008() {
        // given
        builder.<String, String>stream("S").leftJoin(right, PLUS).to("out");
        // then
        assertThat(eachIn(NULLS)).containsExactly("s+r@3", "x+null@4", "n+null@5");
    }

    @Test
    void streamTableLeftJoinBehindAChangeOfKeys_keepsNullKeys_c008() {
        // given
        builder.<String, String>stream("S")
                .selectKey((key, value) -> (String) null)
                .leftJoin(right, (key, value, row) -> key + "=" + value + "+" + row)
                .to("out");
        // then
        assertThat(eachIn(List.of(ProgramRunner.input("S", "k", "n", 5)))).contains("null=n+null@5");
    }

    @Test
    void recordOfAStream_meetsTheNewestRowOfItsTransaction() {
        // given a table that holds its updates back
        builder.<String, String>stream("S").join(right, PLUS).to("out");
        ProgramRunner runner = new ProgramRunner(builder.build(), Map.of());
        // when
        List<Written> written = runner.pipe(List.of(
                ProgramRunner.input("R", "k", "r1", 1),
                ProgramRunner.input("S", "k", "s1", 2),
                ProgramRunner.input("R", "k", "r2", 3),
                ProgramRunner.input("S", "k", "s2", 0)));
        // then
        assertThat(shown(written)).containsExactly("s1+r1@2", "s2+r2@0");
    }

    @Test
    void joinedTopics_haveEquallyManyPartitions() {
        // given
        KTable<String, String> grouped = builder.<String, String>stream("S")
                .groupBy((key, value) -> value)
                .reduce((first, second) -> second);
        // when
        left.filter((key, value) -> true).join(right, PLUS).outerJoin(grouped, PLUS);
        // then
        String repartition = "KSTREAM-REDUCE-STATE-STORE-0000000008-repartition";
        assertThat(builder.build().blueprint().copartitioned()).containsExactly(Set.of("L", "R", repartition));
    }

    private List<String> eachIn(List<Written> inputs) {
        ProgramRunner runner = new ProgramRunner(builder.build(), Map.of("statestore.cache.max.bytes", "0"));
        List<Written> written = new ArrayList<>();
        inputs.forEach(input -> written.addAll(runner.pipe(List.of(input))));
        return shown(written);
    }

    private static List<String> shown(List<Written> written) {
        return written.stream()
                .map(record -> (record.value() == null ? "null" : new String(record.value(), StandardCharsets.UTF_8))
                        + "@" + record.timestamp())
                .toList();
    }
}
