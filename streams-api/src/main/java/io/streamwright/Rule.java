package io.streamwright;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a setting's value has to be like. Immutable.
 *
 * @param allowed says so, in words that continue "Allowed: "
 * @param problem says what is wrong with a parsed value, in words that continue "it "; null if nothing is
 */
record Rule(String allowed, Function<Object, @Nullable String> problem) {

    /** Accepts any value of the type. */
    static Rule any(String allowed) {
        return new Rule(allowed, value -> null);
    }

    /** Accepts whole numbers from a lowest one. */
    static Rule atLeast(long lowest, String unit) {
        return new Rule(
                "a whole number from " + lowest + (unit.isEmpty() ? "" : ", in " + unit),
                value -> ((Number) value).longValue() < lowest ? "is below " + lowest : null);
    }

    /** Accepts a few words. */
    static Rule oneOf(String... words) {
        List<String> list = List.of(words);
        return new Rule(
                String.join(", ", list),
                value -> list.contains((String) value) ? null : "is none of the allowed words");
    }

    /** Accepts classes that the engine can make an object of. */
    static Rule classThatIs(Class<?> required) {
        return new Rule(
                "a class on the class path that implements " + required.getName()
                        + " and has a public constructor without parameters",
                value -> problemOf((Class<?>) value, required));
    }

    private static @Nullable String problemOf(Class<?> type, Class<?> required) {
        if (!required.isAssignableFrom(type)) {
            return "does not implement " + required.getSimpleName();
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return "is abstract";
        }
        boolean constructible = Arrays.stream(type.getConstructors()).anyMatch(c -> c.getParameterCount() == 0);
        return constructible ? null : "has no public constructor without parameters";
    }
}
