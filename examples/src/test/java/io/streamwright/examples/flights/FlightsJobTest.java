package io.streamwright.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.examples.CommandLine;
import io.streamwright.examples.CommandLine.Outcome;
import io.streamwright.examples.flights.Delays.Compared;
import io.streamwright.examples.flights.FlightResults.AirportDay;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class FlightsJobTest {
    private static final Path SAMPLE = Path.of("data/flights.csv").toAbsolutePath();

    @TempDir
    Path home;

    @Test
    void sampleFile_givesWhatAPlainComputationOverItGives() throws IOException {
        Outcome outcome = run("--input", SAMPLE.toString());
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains("ok: 20,000 flights: 59 airports and 4,461 days of airports equal a plain computation");

        // sums over the columns of the file, without any of the job's classes
        Map<String, long[]> airports = new TreeMap<>();
        Map<String, long[]> days = new TreeMap<>();
        for (String line : Files.readAllLines(SAMPLE).subList(1, 20_001)) {
            String[] cells = line.split(",", -1);
            add(airports, cells[3], Long.parseLong(cells[1]));
            add(days, cells[3] + " " + cells[0].substring(0, 10), Long.parseLong(cells[1]));
        }
        FlightResults results = results();
        airports.forEach(
                (airport, sums) -> assertThat(results.usual().get(airport)).isEqualTo(new Delays(sums[0], sums[1])));
        days.forEach((day, sums) -> {
            String airport = day.substring(0, day.indexOf(' '));
            long startMs = LocalDate.parse(day.substring(day.indexOf(' ') + 1).replace('/', '-'))
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant()
                    .toEpochMilli();
            assertThat(results.days().get(new AirportDay(airport, startMs)))
                    .isEqualTo(new Compared(
                            new Delays(sums[0], sums[1]), results.usual().get(airport)));
        });
        assertThat(results.days()).hasSameSizeAs(days);
    }

    private static void add(Map<String, long[]> sums, String key, long minutes) {
        long[] sum = sums.computeIfAbsent(key, unknown -> new long[2]);
        sum[0]++;
        sum[1] += minutes;
    }

    @Test
    void secondRun_readsNewLinesOnly() throws IOException {
        List<String> lines = Files.readAllLines(SAMPLE);
        Path file = Files.write(home.resolve("file.csv"), lines.subList(0, 301));
        run("--input", file.toString());
        FlightResults first = results();

        assertThat(run("--input", file.toString()).out()).contains("300 flights, 0 of them new", "ok: 300 flights");
        assertThat(results()).isEqualTo(first);

        Files.write(file, lines.subList(301, 401), StandardOpenOption.APPEND);
        assertThat(run("--input", file.toString()).out()).contains("400 flights, 100 of them new", "ok: 400 flights");
    }

    @Test
    void malformedLine_isRefused() throws IOException {
        Path file = Files.writeString(home.resolve("file.csv"), "heading\n2001/13/01 14:56,1,2,SAN,SJC\n");
        Outcome outcome = run("--input", file.toString());
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("the departure is no time like 2001/01/13 14:56: 2001/13/01 14:56");
    }

    private FlightResults results() {
        try (LogClient log = Logs.open("embedded:" + home.resolve("data/log"), Map.of())) {
            return FlightResults.read(log);
        }
    }

    private Outcome run(String... options) {
        List<String> words = new ArrayList<>(
                List.of("flights", "--data", home.resolve("data").toString()));
        words.addAll(List.of(options));
        return CommandLine.run(home, words.toArray(String[]::new));
    }
}
