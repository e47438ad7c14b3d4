package io.streamwright.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments.ArgumentSet;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ArgumentsTest {
    private static final Option FILES = Option.values("--files", "FILE", "some files");
    private static final Option COUNT = Option.value("--count", "N", "how many");
    private static final Option LOUD = Option.flag("--loud", "says more");
    private static final List<Option> OPTIONS = List.of(FILES, COUNT, LOUD);

    @Test
    void valuesInARowOrRepeatedOrAfterEquals_areAllTaken() {
        Arguments arguments =
                Arguments.parse(List.of("--files", "a", "b", "--loud", "--files=c", "--count", "-3"), OPTIONS);
        assertThat(arguments.texts(FILES)).containsExactly("a", "b", "c");
        assertThat(arguments.has(LOUD)).isTrue();
        assertThat(arguments.number(COUNT, -10, 10)).hasValue(-3);
    }

    @Test
    void optionNotGiven_isEmpty() {
        Arguments arguments = Arguments.parse(List.of(), OPTIONS);
        assertThat(arguments.texts(FILES)).isEmpty();
        assertThat(arguments.has(LOUD)).isFalse();
        assertThat(arguments.number(COUNT, 1, 10)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("wrongLines")
    void wrongLine_isRefusedWithOneMessage(List<String> words, String message) {
        assertThatThrownBy(() -> Arguments.parse(words, OPTIONS))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    static Stream<ArgumentSet> wrongLines() {
        return Stream.of(
                wrong("unknown option --size; the options are --files, --count, --loud", "--size", "3"),
                wrong("unknown option -v; the options are --files, --count, --loud", "-v"),
                wrong("unexpected argument x; the options are --files, --count, --loud", "x"),
                wrong("unexpected argument 4; the options are --files, --count, --loud", "--count", "3", "4"),
                wrong("option --count needs a value: --count N", "--count"),
                wrong("option --count needs a value: --count N", "--count", "--loud"),
                wrong("option --count needs a value: --count N", "--count="),
                wrong("option --files needs a value: --files FILE...", "--files"),
                wrong("option --loud takes no value", "--loud=yes"),
                wrong("option --count is given twice", "--count", "1", "--count", "2"));
    }

    private static ArgumentSet wrong(String message, String... words) {
        return org.junit.jupiter.params.provider.Arguments.argumentSet(
                String.join(" ", words), List.of(words), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "11", "many", "1.5", "99999999999999999999"})
    void numberOutOfBounds_isRefusedWithTheBounds(String text) {
        Arguments arguments = Arguments.parse(List.of("--count", text), OPTIONS);
        assertThatThrownBy(() -> arguments.number(COUNT, 1, 10))
                .isInstanceOf(UsageException.class)
                .hasMessage("--count takes a whole number from 1 to 10, not '" + text + "'");
    }
}
