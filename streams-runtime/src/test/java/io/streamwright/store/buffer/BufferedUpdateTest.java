package io.streamwright.store.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;

/** Updates that wait are written as Kafka Streams writes them, and read as they were. */
final class BufferedUpdateTest {

    @Provide
    Arbitrary<BufferedUpdate> updates() {
        Arbitrary<byte[]> part =
                Arbitraries.bytes().array(byte[].class).ofMaxSize(5).injectNull(0.3);
        Arbitrary<Header> header =
                Combinators.combine(Arbitraries.strings().ofMaxLength(3), part).as(RecordHeader::new);
        Arbitrary<BufferedUpdate.Cause> cause = Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.strings().ofMaxLength(4),
                        Arbitraries.integers(),
                        Arbitraries.longs(),
                        header.array(Header[].class).ofMaxSize(3))
                .as(BufferedUpdate.Cause::new);
        return Combinators.combine(Arbitraries.longs(), cause, part, part, part, Arbitraries.of(true, false))
                .as((timeMs, from, prior, old, now, isFirst) ->
                        new BufferedUpdate(timeMs, from, prior, isFirst ? prior : old, now));
    }

    @Property
    void writtenUpdate_isReadAsItWas(@ForAll("updates") BufferedUpdate update) {
        // when
        BufferedUpdate read = BufferedUpdate.of(update.toBytes());
        // then
        assertThat(read.timeMs()).isEqualTo(update.timeMs());
        assertThat(read.prior()).isEqualTo(update.prior());
        assertThat(read.old()).isEqualTo(update.old());
        assertThat(read.now()).isEqualTo(update.now());
        assertThat(read.cause()).usingRecursiveComparison().isEqualTo(update.cause());
        assertThat(BufferedUpdate.timestampOf(update.toBytes()))
                .isEqualTo(update.cause().timestamp());
        assertThat(read.countedBytes(3)).isEqualTo(update.countedBytes(3));
    }

    @Property
    void causeOfAnUpdate_isWrittenAndCountedAsByKafkaStreams(@ForAll("updates") BufferedUpdate update) {
        // given
        BufferedUpdate.Cause cause = update.cause();
        ProcessorRecordContext context = new ProcessorRecordContext(
                cause.timestamp(),
                cause.offset(),
                cause.partition(),
                cause.topic(),
                new RecordHeaders(cause.headers()));
        BufferedUpdate bare = new BufferedUpdate(0, cause, null, null, null);
        // when
        byte[] written = bare.toBytes();
        // then
        byte[] expected = context.serialize();
        assertThat(Arrays.copyOf(written, expected.length)).isEqualTo(expected);
        assertThat(bare.countedBytes(3)).isEqualTo(Long.BYTES + 3 + context.residentMemorySizeEstimate());
    }

    @Property
    void bytesThatWereCutOff_areRefused(@ForAll("updates") BufferedUpdate update, @ForAll int cut) {
        // given
        byte[] bytes = update.toBytes();
        byte[] shorter = Arrays.copyOf(bytes, Math.floorMod(cut, bytes.length));
        // when, then
        assertThatThrownBy(() -> BufferedUpdate.of(shorter)).isInstanceOf(SerializationException.class);
    }
}
