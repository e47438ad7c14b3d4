package io.streamwright.log.embedded.simulation.check;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;

/** A run has broken a rule. */
public final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String rule;

    Violation(Checker checker, String what) {
        super(checker.name() + ": " + what);
        this.rule = checker.name();
    }

    /** Returns which rule was broken. */
    public String rule() {
        return rule;
    }

    @FormatMethod
    static void unless(boolean holds, Checker checker, @FormatString String what, Object... arguments) {
        if (!holds) {
            throw new Violation(checker, String.format(what, arguments));
        }
    }
}
