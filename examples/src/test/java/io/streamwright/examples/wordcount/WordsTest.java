package io.streamwright.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WordsTest {
    @Test
    void letters_areCutAtEverythingElseAndLowered() {
        assertThat(Words.of("  To be,or NOT2be -- \"that's\" it"))
                .containsExactly("to", "be", "or", "not", "be", "that", "s", "it");
    }

    @Test
    void neighboursOfTheLettersInAscii_partWords() {
        assertThat(Words.of("a@b[c`d{e\0f")).containsExactly("a", "b", "c", "d", "e", "f");
    }

    @Test
    void lettersOfOtherAlphabets_partWords() {
        assertThat(Words.of("naïve Übung ſ straße \uD83D\uDE00k\u0130"))
                .containsExactly("na", "ve", "bung", "stra", "e", "k");
    }

    @Test
    void lineWithoutLetters_hasNoWords() {
        assertThat(Words.of("")).isEmpty();
        assertThat(Words.of("1234 ----")).isEmpty();
    }
}
