package io.streamwright.log.embedded.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A seed that fails can be looked at again: nothing but the seed decides what happens. */
class SameSeedTest {
    private static final int SEEDS = 10;

    /** Prints the fingerprints of some seeds. */
    public static void main(String[] arguments) {
        System.out.println(fingerprints());
    }

    private static String fingerprints() {
        Simulation simulation = Simulation.ofTheProtocol();
        return LongStream.range(0, SEEDS)
                .mapToObj(seed -> Long.toHexString(simulation.fingerprint(seed)))
                .collect(Collectors.joining(" "));
    }

    @Test
    void sameSeed_doesTheSame_inAnotherProcess() throws Exception {
        // when
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SameSeedTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String theirs = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        // then
        assertThat(other.waitFor()).isZero();
        assertThat(theirs).isEqualTo(fingerprints());
        assertThat(theirs.split(" ")).doesNotHaveDuplicates();
    }
}
