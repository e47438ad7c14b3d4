package io.streamwright.store.view;

import java.util.Set;

/** Finds the line of the program that asks. Thread-safe: holds nothing. */
final class OpeningPlace {
    /** What lies between the program and a store. */
    private static final Set<String> OURS = Set.of(
            "io.streamwright.store",
            "io.streamwright.store.view",
            "io.streamwright.state",
            "io.streamwright.runtime.query");

    private OpeningPlace() {}

    /** Returns class, method and line, as a stack trace shows them. */
    static String find() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(frame -> !isOurs(frame.getDeclaringClass()))
                        .findFirst()
                        .map(frame -> frame.toStackTraceElement().toString())
                        .orElse("an unknown place"));
    }

    private static boolean isOurs(Class<?> type) {
        return OURS.contains(type.getPackageName()) || type.getPackageName().startsWith("java.");
    }
}
