package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.errors.TopologyException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name that a program gives to an operator. Immutable.
 *
 * <p>A name that the program leaves open is generated from the operator's place in the program, so it changes when operators are
 * added before it.
 */
public class Named implements NamedOperation<Named> {
    private static final int MAX_LENGTH = 249;
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]+");
    private static final Named UNNAMED = new Named((String) null);

    /** The name; null to have one generated. */
    protected final @Nullable String name;

    /** Copies a name. */
    protected Named(Named named) {
        this.name = requireNonNull(named, "named").name;
    }

    /**
     * Takes a name.
     *
     * @param name null to have one generated
     * @throws TopologyException if the name is no legal part of a topic's name
     */
    protected Named(@Nullable String name) {
        if (name != null) {
            validate(name);
        }
        this.name = name;
    }

    /** For operators whose name the program leaves open. */
    static Named unnamed() {
        return UNNAMED;
    }

    /**
     * Gives a name.
     *
     * @param name letters, digits, dots, underscores and hyphens; at most 249 of them
     * @throws TopologyException if the name has anything else
     */
    public static Named as(String name) {
        return new Named(requireNonNull(name, "name"));
    }

    @Override
    public Named withName(String name) {
        return as(name);
    }

    /**
     * Checks that a name can be part of a topic's name.
     *
     * @throws TopologyException if it cannot
     */
    protected static void validate(String name) {
        if (name.isEmpty()) {
            throw new TopologyException("an empty name was given: a name has at least one character");
        }
        if (name.equals(".") || name.equals("..")) {
            throw new TopologyException("the name \"" + name + "\" stands for a directory: use another one");
        }
        if (name.length() > MAX_LENGTH) {
            throw new TopologyException("the name \"" + name + "\" has " + name.length() + " characters: at most "
                    + MAX_LENGTH + " are allowed");
        }
        if (!LEGAL.matcher(name).matches()) {
            throw new TopologyException("the name \"" + name
                    + "\" has a character that topics cannot have: use ASCII letters, digits, '.', '_' and '-'");
        }
    }
}
