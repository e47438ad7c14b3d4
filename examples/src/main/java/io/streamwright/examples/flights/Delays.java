package io.streamwright.examples.flights;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The delays of some flights together. Immutable.
 *
 * @param flights how many
 * @param minutes sum of their delays
 */
record Delays(long flights, long minutes) {
    static final Delays NONE = new Delays(0, 0);

    Delays plus(Flight flight) {
        return new Delays(flights + 1, minutes + flight.delayMinutes());
    }

    double mean() {
        return (double) minutes / flights;
    }

    private byte[] toBytes() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(flights)
                .putLong(minutes)
                .array();
    }

    private static Delays read(ByteBuffer bytes) {
        return new Delays(bytes.getLong(), bytes.getLong());
    }

    static Serde<Delays> serde() {
        return Serdes.serdeFrom((topic, delays) -> delays.toBytes(), (topic, bytes) -> read(ByteBuffer.wrap(bytes)));
    }

    /**
     * The delays of an airport on one day, beside all of that airport. Immutable.
     *
     * @param day those of the day
     * @param usual those of all days
     */
    record Compared(Delays day, Delays usual) {

        /** Returns how many minutes later than usual a flight of the day was, on the average. */
        double excess() {
            return day.mean() - usual.mean();
        }

        private byte[] toBytes() {
            return ByteBuffer.allocate(4 * Long.BYTES)
                    .put(day.toBytes())
                    .put(usual.toBytes())
                    .array();
        }

        private static Compared read(ByteBuffer bytes) {
            return new Compared(Delays.read(bytes), Delays.read(bytes));
        }

        static Serde<Compared> serde() {
            return Serdes.serdeFrom(
                    (topic, compared) -> compared.toBytes(), (topic, bytes) -> read(ByteBuffer.wrap(bytes)));
        }
    }
}
