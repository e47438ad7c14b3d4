package io.streamwright.kstream;

/**
 * Settings of an operator that can be named.
 *
 * @param <T> the settings
 */
interface NamedOperation<T extends NamedOperation<T>> {

    /**
     * Names the operator.
     *
     * @param name the name of its node, or the start of its nodes' names
     */
    T withName(String name);
}
