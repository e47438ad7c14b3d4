package io.streamwright;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * One setting of {@link StreamsConfig}: what it may be, and how a wrong value is refused. Immutable.
 *
 * @param name the setting's name
 * @param type how its text is read
 * @param presence whether it may be left out, and what then
 * @param importance how likely it is to be set
 * @param rule what its value has to be like
 * @param documentation what it does, with its unit
 */
record Setting(
        String name,
        ConfigDef.Type type,
        Presence presence,
        ConfigDef.Importance importance,
        Rule rule,
        String documentation) {

    /**
     * Whether a setting may be left out.
     *
     * @param isRequired whether it may not
     * @param defaultValue what it is then; null if that is nothing, or if it is required
     * @param remedy what to do about a wrong value
     */
    record Presence(boolean isRequired, @Nullable Object defaultValue, String remedy) {

        static Presence required(String remedy) {
            return new Presence(true, null, remedy);
        }

        static Presence defaultsTo(Object value) {
            String text = value instanceof Class<?> type ? type.getName() : value.toString();
            return new Presence(false, value, "Leave it out for the default, " + text + ".");
        }

        static Presence optional(String remedy) {
            return new Presence(false, null, remedy);
        }
    }

    /** Returns a setting that is a time, with what it is when it is left out. */
    static Setting ms(String name, long defaultMs, long lowest, ConfigDef.Importance importance, String documentation) {
        Rule rule = Rule.atLeast(lowest, "milliseconds");
        return new Setting(name, ConfigDef.Type.LONG, Presence.defaultsTo(defaultMs), importance, rule, documentation);
    }

    /** Returns a setting that is true or false, with what it is when it is left out. */
    static Setting flag(String name, boolean defaultValue, ConfigDef.Importance importance, String documentation) {
        return new Setting(
                name,
                ConfigDef.Type.BOOLEAN,
                Presence.defaultsTo(defaultValue),
                importance,
                Rule.any("true, false"),
                documentation);
    }

    void defineIn(ConfigDef definition) {
        Object defaultValue = presence.isRequired() ? ConfigDef.NO_DEFAULT_VALUE : presence.defaultValue();
        definition.define(
                name,
                type,
                defaultValue,
                ConfigDef.LambdaValidator.with((key, value) -> checkParsed(value, value), rule::allowed),
                importance,
                documentation);
    }

    /**
     * Refuses a missing or wrong value.
     *
     * @param settings all settings by name, as the program gave them
     * @throws ConfigException says what the value is, what is wrong with it, what is allowed and what to do
     */
    void check(Map<?, ?> settings) {
        Object given = settings.get(name);
        if (given != null) {
            checkParsed(given, parse(given));
        } else if (presence.isRequired()) {
            throw new ConfigException(name + " is missing. Allowed: " + rule.allowed() + ". " + presence.remedy());
        } else if (settings.containsKey(name) && presence.defaultValue() != null) {
            throw refusal("null", "has no value");
        }
    }

    /** Returns whether a value is none that a class could be read from. */
    static boolean isObject(@Nullable Object value) {
        return value != null && !(value instanceof Class<?>) && !(value instanceof String);
    }

    private Object parse(Object given) {
        if (type == ConfigDef.Type.CLASS && isObject(given)) {
            return given; // the rule says whether it may be one
        }
        try {
            return ConfigDef.parseType(name, given, type);
        } catch (ConfigException e) {
            throw refusal(given, problemOfType());
        }
    }

    private void checkParsed(@Nullable Object given, @Nullable Object parsed) {
        if (given == null || parsed == null) {
            return;
        }
        String problem = rule.problem().apply(parsed);
        if (problem != null) {
            throw refusal(given, problem);
        }
    }

    private ConfigException refusal(Object given, String problem) {
        String text = given instanceof List<?> list
                ? String.join(",", list.stream().map(String::valueOf).toList())
                : given instanceof Class<?> c ? c.getName() : given.toString();
        return new ConfigException(name + " = " + text + " is refused: it " + problem + ". Allowed: " + rule.allowed()
                + ". " + presence.remedy());
    }

    private String problemOfType() {
        return switch (type) {
            case SHORT, INT, LONG -> "is not a whole number, or too large for one";
            case DOUBLE -> "is not a number";
            case BOOLEAN -> "is neither true nor false";
            case CLASS -> "is not found on the class path";
            case STRING, PASSWORD -> "is not a text";
            case LIST -> "is not a list";
        };
    }
}
