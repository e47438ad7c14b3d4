package io.streamwright.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.Function;
import java.util.stream.Stream;

/** Condition that a class meets when a function finds nothing wrong with it. Immutable. */
final class Violations extends ArchCondition<JavaClass> {
    private final Function<JavaClass, Stream<String>> finder;

    private Violations(String description, Function<JavaClass, Stream<String>> finder) {
        super(description);
        this.finder = finder;
    }

    /** @param finder returns one line for each thing that is wrong with a class */
    static ArchCondition<JavaClass> noneOf(String description, Function<JavaClass, Stream<String>> finder) {
        return new Violations(description, finder);
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
        finder.apply(item).distinct().forEach(message -> events.add(SimpleConditionEvent.violated(item, message)));
    }
}
