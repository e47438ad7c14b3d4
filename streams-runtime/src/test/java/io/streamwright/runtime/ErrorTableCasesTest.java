package io.streamwright.runtime;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.errors.ErrorClassifier;
import io.streamwright.testing.LogCall;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases in which the table of exceptions is walked are those of the table that the engine uses. */
class ErrorTableCasesTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.streamwright.runtime.ErrorTableCases#all")
    void everyCase_hasTheCategoryThatTheEngineGivesIt(ErrorTableCase one) throws ClassNotFoundException {
        // given
        ErrorClassifier standard = ErrorClassifier.standard();
        ErrorClassifier classifier = one.call() == LogCall.ABORT ? standard.whileAborting() : standard;
        // when
        RuntimeException error = one.newError();
        // then
        assertThat(error).isInstanceOf(Class.forName(one.exception()));
        assertThat(classifier.classify(error, one.api())).isEqualTo(one.category());
    }

    @Test
    void everyCase_isInOnePartOfTheWalk() {
        Set<ErrorTableCase> all = ErrorTableCases.all().collect(toSet());
        assertThat(ErrorTableCases.all()).doesNotHaveDuplicates();
        assertThat(all).hasSize((int) (ErrorTableCases.whileWriting().count()
                + ErrorTableCases.whileAborting().count()
                + ErrorTableCases.whileOpening().count()));
        assertThat(all.stream().map(ErrorTableCase::call).collect(toSet()))
                .containsExactlyInAnyOrder(
                        LogCall.OPEN_WRITER,
                        LogCall.COMMITTED_OFFSETS,
                        LogCall.RESTORE,
                        LogCall.BEGIN,
                        LogCall.APPEND,
                        LogCall.ADD_OFFSETS,
                        LogCall.COMMIT,
                        LogCall.ABORT);
    }
}
