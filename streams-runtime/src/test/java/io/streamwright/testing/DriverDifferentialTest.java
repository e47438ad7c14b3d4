package io.streamwright.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.dsl.program.CogroupPrograms;
import io.streamwright.dsl.program.ForeignKeyPrograms;
import io.streamwright.dsl.program.Programs;
import io.streamwright.dsl.program.SessionPrograms;
import io.streamwright.dsl.program.StreamJoinPrograms;
import io.streamwright.dsl.program.SuppressPrograms;
import io.streamwright.dsl.program.WindowPrograms;
import io.streamwright.runtime.InMemoryTempDir;
import io.streamwright.testing.DriverComparison.Seen;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a test sees of a program in the driver of Kafka Streams, it sees here. */
final class DriverDifferentialTest {
    private static final int RECORDS = 60;
    private static final long SEED = Long.getLong("driver.seed", 11); // again: mvn test -Ddriver.seed=N

    /**
     * Writes to the console alone; or differs on purpose: final results have no headers here, a store that was given without
     * timestamps shows them all the same, and groups below a suppression subtract what was added to them; or two records of one
     * time come through two topics, in any order.
     */
    private static final Set<String> LEFT_OUT = Set.of(
            "print",
            "results of closed windows",
            "results of closed hopping windows",
            "results of closed sliding windows",
            "results of closed sessions",
            "windowed aggregate without caching",
            "groups below a suppression",
            "cogroup of streams that share a change of keys");

    /**
     * Programs that take a table's store for one without headers; that bound by bytes what waits, which has headers there; and that give
     * the stores of joins, whose changelogs have headers there in either case.
     */
    private static final Set<String> LEFT_OUT_WITH_HEADERS = Set.of(
            "global tables in stores",
            "sessions looked up by hand",
            "suppressed table with a limit of bytes",
            "stream self joins with names",
            "stream self joins in given stores");

    /** Results differ on purpose in their timestamps where rows are out of order; {@link ForeignKeyJoinDifferentialTest} says how. */
    private static final Set<String> IN_ORDER = Stream.concat(
                    ForeignKeyPrograms.all().keySet().stream(),
                    Stream.of("versioned foreign-key joins", "foreign-key join of transformed tables"))
            .collect(Collectors.toUnmodifiableSet());

    @TempDir(factory = InMemoryTempDir.class)
    private Path directory;

    static Stream<String> programs() {
        return Programs.all().keySet().stream().filter(name -> !LEFT_OUT.contains(name));
    }

    /** With caching off, each first aggregate has an old value there, which was never added to a group. */
    static Stream<String> programsWithoutCaching() {
        return programs().filter(name -> !name.equals("grouped table of a cogroup"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programsWithoutCaching")
    void programWithoutCaching_isSeenAsInKafkaStreams(String program) {
        compare(program, "0", "none");
    }

    /**
     * With caching on, tables that one record changes meet at other rows here (docs/porting.md says why), and the cache of Kafka
     * Streams shows windows that its store has let go: so stores below suppressions are not compared.
     */
    static Stream<String> programsWithCaching() {
        Set<String> windowed = new HashSet<>(WindowPrograms.all().keySet());
        CogroupPrograms.all().keySet().stream()
                .filter(name -> name.contains("windowed"))
                .forEach(windowed::add);
        return programs().filter(name -> !name.equals("table join of one stream") && !windowed.contains(name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programsWithCaching")
    void programWithCaching_isSeenAsInKafkaStreams(String program) {
        compare(program, "10485760", "none");
    }

    static Stream<String> programsWithHeaders() {
        return programsWithoutCaching().filter(name -> !LEFT_OUT_WITH_HEADERS.contains(name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programsWithHeaders")
    void programWithoutCachingInStoresWithHeaders_isSeenAsInKafkaStreams(String program) {
        compare(new DriverComparison(program, directory, "0", "none").withHeaders(), program);
    }

    static Stream<String> programsWithHeadersAndCaching() {
        return programsWithCaching().filter(name -> !LEFT_OUT_WITH_HEADERS.contains(name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programsWithHeadersAndCaching")
    void programWithCachingInStoresWithHeaders_isSeenAsInKafkaStreams(String program) {
        compare(new DriverComparison(program, directory, "10485760", "none").withHeaders(), program);
    }

    static Stream<String> streamJoins() {
        return StreamJoinPrograms.all().keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streamJoins")
    void optimizedStreamJoin_isSeenAsInKafkaStreams(String program) {
        compare(program, "0", "all");
    }

    private void compare(String program, String cacheBytes, String optimization) {
        compare(new DriverComparison(program, directory, cacheBytes, optimization), program);
    }

    private static void compare(DriverComparison comparison, String program) {
        // given
        List<ProducerRecord<String, String>> input = input(program);
        Seen expected = comparison.theirs(input);
        // when
        Seen seen = comparison.ours(input);
        // then
        assertThat(seen.records).isEqualTo(expected.records);
        assertThat(seen.changelogs).isEqualTo(expected.changelogs);
        if (!comparison.isCached() || !SuppressPrograms.all().containsKey(program)) {
            assertThat(seen.stores).isEqualTo(expected.stores);
        }
        assertThat(seen.refused).isEqualTo(expected.refused);
    }

    /**
     * Few keys, some missing; tombstones; records out of order; headers, but for sessions, whose updates have them in the other library with
     * caching alone; topics that not every program reads. For joins of streams, a record without a key is never the newest, as it moves
     * their time in Kafka Streams alone; and in the end time moves on, so that nothing waits any more.
     */
    private static List<ProducerRecord<String, String>> input(String program) {
        boolean ofStreamJoins = StreamJoinPrograms.all().containsKey(program);
        int lateMs = IN_ORDER.contains(program) ? 1 : 50;
        boolean withHeaders = !SessionPrograms.all().containsKey(program)
                && !program.equals("suppressed sessions")
                && !program.startsWith("windowed cogroup in sessions");
        Random random = new Random(SEED);
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        for (int index = 0; index < RECORDS; index++) {
            String key = random.nextInt(12) == 0 ? null : "k" + random.nextInt(4);
            String value =
                    List.of("a", "ab", "b", "bc", "cd", "del", "x y", "d").get(random.nextInt(8))
                            + (random.nextBoolean() ? "" : String.valueOf(random.nextInt(3)));
            RecordHeaders headers = new RecordHeaders();
            for (int header = random.nextInt(3); withHeaders && header > 0; header--) {
                headers.add("h" + header, String.valueOf(index).getBytes(StandardCharsets.UTF_8));
            }
            long timestamp = Math.max(0, index * 10L - random.nextInt(lateMs));
            if (ofStreamJoins && key == null) {
                timestamp = Math.max(0, timestamp - 60);
            }
            records.add(new ProducerRecord<>("in" + (1 + random.nextInt(3)), null, timestamp, key, value, headers));
        }
        for (long index = 1; ofStreamJoins && index <= 4; index++) {
            records.add(new ProducerRecord<>("in" + (1 + index % 2), null, RECORDS * 10L + index * 1000, "k0", "end"));
        }
        return records;
    }
}
