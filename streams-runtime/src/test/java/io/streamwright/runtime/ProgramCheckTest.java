package io.streamwright.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.StreamsBuilder;
import org.junit.jupiter.api.Test;

/** What a look at a program finds before it runs. */
final class ProgramCheckTest {
    private final StreamsBuilder builder = new StreamsBuilder();

    @Test
    void programThatWritesTheTopicItReads_isWarnedOfTheLoop() {
        builder.<String, String>stream("in").toTable().toStream().to("in");

        assertThat(ProgramCheck.loops(builder.build().blueprint()))
                .singleElement()
                .asString()
                .contains("topic in is written by KSTREAM-SINK-")
                .contains("(KStream.to at ProgramCheckTest.")
                .contains("(StreamsBuilder.stream at ProgramCheckTest.");
    }

    @Test
    void repartitionTopic_isNoLoop() {
        builder.<String, String>stream("in")
                .groupBy((key, value) -> value)
                .count()
                .toStream()
                .to("out");

        assertThat(ProgramCheck.loops(builder.build().blueprint())).isEmpty();
    }
}
