package io.streamwright.examples.quakes;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An earthquake, as a line of the file says. Immutable.
 *
 * @param timeMs when it was, in milliseconds since the epoch
 * @param id given by the network that reported it
 * @param region where it was, in words
 * @param magnitude how strong it was
 * @param latitude where it was, in degrees
 * @param depthKm how deep it was
 * @param line the line
 */
public record Quake(
        long timeMs, String id, String region, double magnitude, double latitude, double depthKm, String line) {
    private static final String HEADING = "updated_ms,";
    private static final List<String> COLUMNS = List.of(
            "updated_ms",
            "time_ms",
            "id",
            "net",
            "region",
            "mag",
            "mag_type",
            "lon",
            "lat",
            "depth_km",
            "type",
            "status");
    private static final double MAX_MAGNITUDE = 10;
    private static final double MAX_LATITUDE = 90;
    private static final double MAX_DEPTH_KM = 1000;

    /** The strongest comes first; any two differ, so that the order in which quakes come does not matter. */
    private static final Comparator<Quake> BY_STRENGTH = Comparator.comparingDouble(Quake::magnitude)
            .reversed()
            .thenComparingLong(Quake::timeMs)
            .thenComparing(Quake::id);

    /**
     * Reads a line.
     *
     * @return empty if it is the heading
     * @throws IllegalArgumentException if the line is malformed; the message says what is wrong
     */
    public static Optional<Quake> parse(String line) {
        if (isHeading(line)) {
            return Optional.empty();
        }
        List<String> cells = List.of(line.split(",", -1));
        if (cells.size() != COLUMNS.size()) {
            throw new IllegalArgumentException(COLUMNS.size() + " columns are expected, there are " + cells.size());
        }
        number(cells, "updated_ms");
        return Optional.of(new Quake(
                (long) number(cells, "time_ms"),
                cell(cells, "id"),
                cell(cells, "region"),
                number(cells, "mag"),
                number(cells, "lat"),
                number(cells, "depth_km"),
                line));
    }

    /** Returns whether a line names the columns. */
    public static boolean isHeading(String line) {
        return line.startsWith(HEADING);
    }

    private static String cell(List<String> cells, String column) {
        String cell = cells.get(COLUMNS.indexOf(column));
        if (cell.isBlank()) {
            throw new IllegalArgumentException("column " + column + " is empty");
        }
        return cell;
    }

    private static double number(List<String> cells, String column) {
        String cell = cell(cells, column);
        try {
            return Double.parseDouble(cell);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("column " + column + " is no number: '" + cell + "'", e);
        }
    }

    /**
     * Returns this quake, if it can have happened.
     *
     * @throws IllegalArgumentException if it cannot; the message says why
     */
    public Quake checked() {
        check(Math.abs(magnitude) <= MAX_MAGNITUDE, "magnitude " + magnitude);
        check(Math.abs(latitude) <= MAX_LATITUDE, "latitude " + latitude);
        check(depthKm <= MAX_DEPTH_KM, "depth of " + depthKm + " km");
        return this;
    }

    /** Returns the stronger of two; of equally strong ones the earlier, and of these the one with the smaller id. */
    Quake stronger(Quake other) {
        return BY_STRENGTH.compare(this, other) <= 0 ? this : other;
    }

    private static void check(boolean possible, String what) {
        if (!possible) {
            throw new IllegalArgumentException("there is no " + what);
        }
    }
}
