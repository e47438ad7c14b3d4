package io.streamwright.examples;

import org.jspecify.annotations.Nullable;

/** Says in one line why something failed. */
final class Explanation {
    private Explanation() {}

    /** Returns the messages of a failure and its causes, each once. */
    static String of(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = causeOf(cause)) {
            String message = messageOf(cause);
            if (text.indexOf(message) < 0) {
                text.append(text.length() == 0 ? "" : ": ").append(message);
            }
        }
        return text.toString();
    }

    private static @Nullable Throwable causeOf(Throwable failure) {
        return failure.getCause() == failure ? null : failure.getCause();
    }

    /** Messages of the JDK's exceptions say little without the exception's name. */
    private static String messageOf(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return name;
        }
        String line = message.strip().replaceAll("\\s*\\R\\s*", "; ");
        return failure.getClass().getName().startsWith("java.") ? name + ": " + line : line;
    }
}
