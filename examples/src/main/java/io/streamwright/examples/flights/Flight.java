package io.streamwright.examples.flights;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * A flight, as a line of the file says. Immutable.
 *
 * @param departureMs when it left, in milliseconds since the epoch, as if all clocks showed the same time
 * @param delayMinutes how late it was; less than 0 if it was early
 * @param origin where it came from
 * @param line the line
 */
record Flight(long departureMs, int delayMinutes, String origin, String line) {
    private static final DateTimeFormatter DEPARTURE = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm");
    private static final int COLUMNS = 5;

    /**
     * Reads a line: departure, delay, distance, origin, destination.
     *
     * @throws IllegalArgumentException if the line is malformed; the message says what is wrong
     */
    static Flight parse(String line) {
        List<String> cells = List.of(line.split(",", -1));
        if (cells.size() != COLUMNS) {
            throw new IllegalArgumentException(COLUMNS + " columns are expected, there are " + cells.size());
        }
        if (cells.get(3).isBlank()) {
            throw new IllegalArgumentException("the origin is missing");
        }
        try {
            long departureMs = LocalDateTime.parse(cells.get(0), DEPARTURE)
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli();
            return new Flight(departureMs, Integer.parseInt(cells.get(1)), cells.get(3), line);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("the departure is no time like 2001/01/13 14:56: " + cells.get(0), e);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the delay is no number of minutes: " + cells.get(1), e);
        }
    }

    /** Returns how flights are kept: as their lines. */
    static Serde<Flight> serde() {
        return Serdes.serdeFrom(
                (topic, flight) -> flight.line.getBytes(UTF_8), (topic, bytes) -> parse(new String(bytes, UTF_8)));
    }
}
