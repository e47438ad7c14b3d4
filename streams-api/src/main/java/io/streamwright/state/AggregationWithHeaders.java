package io.streamwright.state;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate of a session with headers (KIP-1271). As immutable as the aggregate and the headers are: a serializer may add to the
 * headers when the aggregate is stored.
 *
 * <p>Owner: whoever has it; what it holds is not copied.
 *
 * @param <AGG> the aggregate
 */
public final class AggregationWithHeaders<AGG extends @Nullable Object> {

    private final AGG aggregation;
    private final Headers headers;

    private AggregationWithHeaders(AGG aggregation, Headers headers) {
        this.aggregation = aggregation;
        this.headers = Objects.requireNonNull(headers, "headers must not be null");
    }

    /**
     * Puts an aggregate with headers.
     *
     * @param aggregation the aggregate
     * @param headers kept as they are, not copied
     * @return null if the aggregate is null, as a store then has no session
     */
    public static <AGG> @Nullable AggregationWithHeaders<AGG> make(@Nullable AGG aggregation, Headers headers) {
        return aggregation == null ? null : new AggregationWithHeaders<>(aggregation, headers);
    }

    /**
     * Puts an aggregate, or a deletion, with headers.
     *
     * @param aggregation the aggregate; null for a deletion
     * @param headers kept as they are, not copied
     */
    public static <AGG extends @Nullable Object> AggregationWithHeaders<AGG> makeAllowNullable(
            AGG aggregation, Headers headers) {
        return new AggregationWithHeaders<>(aggregation, headers);
    }

    /** Returns the aggregate of what was put together; null if that is null or has no aggregate. */
    public static <AGG extends @Nullable Object> @Nullable AGG getAggregationOrNull(
            @Nullable AggregationWithHeaders<AGG> aggregationWithHeaders) {
        return aggregationWithHeaders == null ? null : aggregationWithHeaders.aggregation;
    }

    /** Returns the aggregate. */
    public AGG aggregation() {
        return aggregation;
    }

    /** Returns the headers; empty if there are none. */
    public Headers headers() {
        return headers;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof AggregationWithHeaders<?> that
                        && Objects.equals(aggregation, that.aggregation)
                        && headers.equals(that.headers));
    }

    @Override
    public int hashCode() {
        return Objects.hash(aggregation, headers);
    }

    @Override
    public String toString() {
        return "<" + aggregation + "," + headers + ">";
    }
}
