package io.streamwright.dsl.settings;

import io.streamwright.dsl.operator.stateless.PrintRecords;
import io.streamwright.kstream.Printed;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Printed}. Immutable. */
public final class PrintedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Printed<K, V> {

    /** Takes over settings. */
    public PrintedSettings(Printed<K, V> printed) {
        super(printed);
    }

    /** Returns the name that the program gave; null if none. */
    @Nullable
    public String name() {
        return NamedSettings.checked(processorName);
    }

    /**
     * Returns what prints.
     *
     * @param stream the name of the node whose output is printed
     */
    public PrintRecords<K, V> printer(String stream) {
        return new PrintRecords<>(outputStream, label != null ? label : stream, mapper);
    }
}
