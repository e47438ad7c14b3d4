package io.streamwright.log.embedded.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FieldCodecTest {
    private static final int VERSION = 3;

    @Property
    void anyFields_areReadAsWritten(
            @ForAll long number, @ForAll @IntRange int count, @ForAll boolean flag, @ForAll String text) {
        // given
        byte[] bytes = new FieldWriter(VERSION, 7)
                .writeLong(number)
                .writeInt(count)
                .writeBoolean(flag)
                .writeString(wellFormed(text))
                .writeEnum(TransactionEnd.ABORT)
                .toBytes();
        // when
        FieldReader in = new FieldReader(bytes, "sample", VERSION);
        // then
        assertThat(in.kind()).isEqualTo(7);
        assertThat(in.readLong()).isEqualTo(number);
        assertThat(in.readInt()).isEqualTo(count);
        assertThat(in.readBoolean()).isEqualTo(flag);
        assertThat(in.readString()).isEqualTo(wellFormed(text));
        assertThat(in.readEnum(TransactionEnd.class)).isEqualTo(TransactionEnd.ABORT);
        in.finish();
    }

    /** Replaces halves of surrogate pairs, which UTF-8 cannot hold. */
    private static String wellFormed(String text) {
        return text.replaceAll("\\p{Cs}", "?");
    }

    @Test
    void otherVersion_isRefusedWithBothVersions() {
        byte[] bytes = new FieldWriter(4, 0).toBytes();
        assertThatThrownBy(() -> new FieldReader(bytes, "sample", VERSION))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("sample has format version 4")
                .hasMessageContaining("reads version 3");
    }

    @Test
    void truncatedField_isRefused() {
        byte[] bytes = new FieldWriter(VERSION, 0).writeLong(1L << 40).toBytes();
        FieldReader in = new FieldReader(Arrays.copyOf(bytes, bytes.length - 1), "sample", VERSION);
        assertThatThrownBy(in::readLong)
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("in the middle of a field");
    }

    @Test
    void bytesBehindTheLastField_areRefused() {
        FieldReader in =
                new FieldReader(new FieldWriter(VERSION, 0).writeByte(1).toBytes(), "sample", VERSION);
        assertThatThrownBy(in::finish)
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("1 bytes behind its last field");
    }

    @Test
    void countLargerThanTheRest_isRefusedBeforeAnythingIsAllocated() {
        FieldReader in =
                new FieldReader(new FieldWriter(VERSION, 0).writeInt(1 << 30).toBytes(), "sample", VERSION);
        assertThatThrownBy(in::readCount)
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("announces 1073741824 elements");
    }

    @Test
    void unknownConstant_isRefusedByName() {
        FieldReader in = new FieldReader(
                new FieldWriter(VERSION, 0).writeString("PERHAPS").toBytes(), "sample", VERSION);
        assertThatThrownBy(() -> in.readEnum(TransactionEnd.class))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("TransactionEnd PERHAPS");
    }

    @Test
    void numberLongerThan64Bits_isRefused() {
        FieldWriter out = new FieldWriter(VERSION, 0);
        for (int i = 0; i < 11; i++) {
            out.writeByte(0x80);
        }
        FieldReader in = new FieldReader(out.toBytes(), "sample", VERSION);
        assertThatThrownBy(in::readLong)
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("more than 64 bits");
    }
}
