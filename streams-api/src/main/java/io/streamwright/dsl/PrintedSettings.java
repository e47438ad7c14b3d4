package io.streamwright.dsl;

import io.streamwright.dsl.operator.PrintRecords;
import io.streamwright.kstream.Printed;
import org.jspecify.annotations.Nullable;

/** What the program set in a {@link Printed}. Immutable. */
final class PrintedSettings<K extends @Nullable Object, V extends @Nullable Object> extends Printed<K, V> {

    PrintedSettings(Printed<K, V> printed) {
        super(printed);
    }

    @Nullable
    String name() {
        return NamedSettings.checked(processorName);
    }

    /**
     * Returns what prints.
     *
     * @param stream the name of the node whose output is printed
     */
    PrintRecords<K, V> printer(String stream) {
        return new PrintRecords<>(outputStream, label != null ? label : stream, mapper);
    }
}
