package io.streamwright.examples.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class QuakeTest {
    private static final String LINE =
            "1517368678040,1517365017350,us2000crl8,us,New Zealand,4.7,mb,-175.7709,-28.3222,10,earthquake,reviewed";

    @Test
    void line_isReadByItsColumns() {
        assertThat(Quake.parse(LINE))
                .contains(new Quake(1517365017350L, "us2000crl8", "New Zealand", 4.7, -28.3222, 10, LINE));
    }

    @Test
    void heading_isNoQuake() {
        assertThat(Quake.parse("updated_ms,time_ms,id,net,region,mag")).isEmpty();
    }

    @Test
    void malformedLine_saysWhatIsWrong() {
        assertRefused(LINE.replace(",10,", ",ten,"), "column depth_km is no number: 'ten'");
        assertRefused(LINE.replace("New Zealand", " "), "column region is empty");
        assertRefused(LINE + ",", "12 columns are expected, there are 13");
    }

    private static void assertRefused(String line, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> Quake.parse(line)).withMessage(message);
    }

    @Test
    void whatCannotBe_isRefused() {
        Quake possible = new Quake(0, "id", "Chile", 9.5, -38.2, 33, "");
        assertThat(possible.checked()).isSameAs(possible);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Quake(0, "id", "Chile", 95, -38.2, 33, "").checked())
                .withMessage("there is no magnitude 95.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Quake(0, "id", "Chile", 9.5, -38.2, 33_000, "").checked())
                .withMessage("there is no depth of 33000.0 km");
    }
}
