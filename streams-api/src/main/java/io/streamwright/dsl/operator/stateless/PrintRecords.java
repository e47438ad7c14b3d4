package io.streamwright.dsl.operator.stateless;

import io.streamwright.kstream.ForeachAction;
import io.streamwright.kstream.KeyValueMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each record.
 *
 * <p>Thread-safe: a line is written under the lock of the output, which the tasks share. The output stays open, as processors are
 * made anew after an abort.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class PrintRecords<K extends @Nullable Object, V extends @Nullable Object> implements ForeachAction<K, V> {
    private final OutputStream output;
    private final String label;
    private final KeyValueMapper<? super K, ? super V, String> format;

    /**
     * Prints to an output.
     *
     * @param output where to
     * @param label stands before each record
     * @param format turns a record into text
     */
    public PrintRecords(OutputStream output, String label, KeyValueMapper<? super K, ? super V, String> format) {
        this.output = output;
        this.label = label;
        this.format = format;
    }

    @Override
    public void apply(K key, V value) {
        String line = "[" + label + "]: " + format.apply(key, value) + System.lineSeparator();
        synchronized (output) {
            try {
                output.write(line.getBytes(StandardCharsets.UTF_8));
                output.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("stream " + label + " cannot be printed", e);
            }
        }
    }
}
