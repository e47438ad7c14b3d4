package io.streamwright.examples.wordcount;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts text into words: the longest runs of the letters A to Z and a to z, in lower case. Everything else parts words, letters
 * of other alphabets too; so the words are those of {@code tr -cs A-Za-z '\n' | tr A-Z a-z}.
 */
final class Words {
    private static final int CASE_BIT = 0x20;

    private Words() {}

    /** Returns the words of a line in their order. */
    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        byte[] word = new byte[line.length()];
        int length = 0;
        for (int index = 0; index < line.length(); index++) {
            char character = line.charAt(index);
            if (isLetter(character)) {
                word[length++] = (byte) (character | CASE_BIT);
            } else if (length > 0) {
                words.add(text(word, length));
                length = 0;
            }
        }
        if (length > 0) {
            words.add(text(word, length));
        }
        return words;
    }

    private static String text(byte[] word, int length) {
        return new String(word, 0, length, StandardCharsets.ISO_8859_1);
    }

    static boolean isLetter(int character) {
        int lower = character | CASE_BIT;
        return lower >= 'a' && lower <= 'z';
    }
}
