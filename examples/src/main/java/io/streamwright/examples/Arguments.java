package io.streamwright.examples;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What a command line says, checked against the options that a job has. Immutable. */
public final class Arguments {
    private final Map<String, List<String>> values;

    private Arguments(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * Reads a command line: {@code --name value} or {@code --name=value}.
     *
     * @param words what stands behind the job's name
     * @param options what the job understands
     * @throws UsageException if an option is unknown, lacks its value, has one it does not take, or stands twice
     */
    public static Arguments parse(List<String> words, List<Option> options) {
        Map<String, Option> known = new LinkedHashMap<>();
        options.forEach(option -> known.put(option.name(), option));
        Map<String, List<String>> values = new LinkedHashMap<>();
        int index = 0;
        while (index < words.size()) {
            String word = words.get(index++);
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            Option option = find(equals < 0 ? word : word.substring(0, equals), known);
            if (values.containsKey(option.name()) && !option.repeatable()) {
                throw new UsageException("option " + option.name() + " is given twice");
            }
            List<String> said = values.computeIfAbsent(option.name(), name -> new ArrayList<>());
            if (equals >= 0) {
                said.add(requireValue(option, word.substring(equals + 1)));
            } else if (option.takesValue()) {
                List<String> taken = valuesAt(words, index, option);
                said.addAll(taken);
                index += taken.size();
            }
        }
        return new Arguments(values);
    }

    private static Option find(String name, Map<String, Option> known) {
        Option option = known.get(name);
        if (option == null) {
            throw new UsageException((name.startsWith("-") ? "unknown option " : "unexpected argument ") + name
                    + "; the options are " + String.join(", ", known.keySet()));
        }
        return option;
    }

    private static String requireValue(Option option, String value) {
        if (!option.takesValue()) {
            throw new UsageException("option " + option.name() + " takes no value");
        }
        if (value.isEmpty()) {
            throw new UsageException("option " + option.name() + " needs a value: " + option.usage());
        }
        return value;
    }

    /** Returns what belongs to an option: one word, or all up to the next option if it takes several. */
    private static List<String> valuesAt(List<String> words, int start, Option option) {
        int end = start;
        while (end < words.size() && !words.get(end).startsWith("--") && (end == start || option.repeatable())) {
            end++;
        }
        if (end == start) {
            return List.of(requireValue(option, ""));
        }
        return words.subList(start, end);
    }

    /** Returns whether an option was given. */
    public boolean has(Option option) {
        return values.containsKey(option.name());
    }

    /** Returns an option's value; empty if it was not given. */
    public Optional<String> text(Option option) {
        return texts(option).stream().findFirst();
    }

    /** Returns all values of an option; empty if it was not given. */
    public List<String> texts(Option option) {
        return List.copyOf(values.getOrDefault(option.name(), List.of()));
    }

    /**
     * Returns an option's value as a whole number; empty if it was not given.
     *
     * @throws UsageException if it is no whole number between the bounds, both inside
     */
    public OptionalLong number(Option option, long least, long most) {
        Optional<String> text = text(option);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) {
                return OptionalLong.of(number);
            }
        } catch (NumberFormatException e) {
            throw notANumber(option, text.get(), least, most);
        }
        throw notANumber(option, text.get(), least, most);
    }

    private static UsageException notANumber(Option option, String text, long least, long most) {
        return new UsageException(
                option.name() + " takes a whole number from " + least + " to " + most + ", not '" + text + "'");
    }
}
