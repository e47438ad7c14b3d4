package io.streamwright;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a setting's value has to be like. Immutable.
 *
 * @param allowed says so, in words that continue "Allowed: "
 * @param problem says what is wrong with a parsed value, in words that continue "it "; null if nothing is
 */
record Rule(String allowed, Function<Object, @Nullable String> problem) {

    /** What the name of a topic is made of. */
    static final Pattern TOPIC_CHARACTERS = Pattern.compile("[a-zA-Z0-9._-]+");

    private static final int MAX_TOPIC_LENGTH = 249;

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

    /** Accepts a few words, in upper or lower case. */
    static Rule oneOfAnyCase(String... words) {
        List<String> list = List.of(words);
        return new Rule(
                String.join(", ", list) + ", in upper or lower case",
                value -> list.stream().anyMatch(((String) value)::equalsIgnoreCase)
                        ? null
                        : "is none of the allowed words");
    }

    /** Accepts classes that the engine can make an object of. */
    static Rule classThatIs(Class<?> required) {
        return new Rule(
                "a class on the class path that implements " + required.getName()
                        + " and has a public constructor without parameters",
                value -> problemOf(value, required));
    }

    /** Accepts objects, and classes that the engine can make one of. */
    static Rule classOrObjectThatIs(Class<?> required) {
        Rule ofClasses = classThatIs(required);
        return new Rule(
                "an object that implements " + required.getName() + ", or " + ofClasses.allowed(),
                value -> value instanceof Class<?>
                        ? ofClasses.problem().apply(value)
                        : required.isInstance(value) ? null : "does not implement " + required.getSimpleName());
    }

    /** Accepts names that a topic may have. */
    static Rule topicName() {
        return new Rule(
                "1 to " + MAX_TOPIC_LENGTH + " of the characters a-z, A-Z, 0-9, '.', '_' and '-', but neither . nor ..",
                value -> {
                    String name = (String) value;
                    if (!TOPIC_CHARACTERS.matcher(name).matches() || name.equals(".") || name.equals("..")) {
                        return "cannot be the name of a topic";
                    }
                    return name.length() > MAX_TOPIC_LENGTH ? "has " + name.length() + " characters" : null;
                });
    }

    private static @Nullable String problemOf(Object value, Class<?> required) {
        return value instanceof Class<?> type ? problemOf(type, required) : "is an object, not a class";
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
