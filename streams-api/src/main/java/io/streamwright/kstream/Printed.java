package io.streamwright.kstream;

import static java.util.Objects.requireNonNull;

import io.streamwright.errors.TopologyException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a stream is printed.
 *
 * <p>Changes only while the program is built: the {@code with} methods change this object and return it.
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class Printed<K extends @Nullable Object, V extends @Nullable Object> implements NamedOperation<Printed<K, V>> {

    /** Where lines go to. */
    protected final OutputStream outputStream;

    /** Stands before each record; null: the name of the node that is printed. */
    protected @Nullable String label;

    /** The name of the printing node; null to have one generated. */
    protected @Nullable String processorName;

    /** Turns a record into text. */
    protected KeyValueMapper<? super K, ? super V, String> mapper = (key, value) -> key + ", " + value;

    private Printed(OutputStream outputStream) {
        this.outputStream = outputStream;
    }

    /** Copies settings. */
    protected Printed(Printed<K, V> printed) {
        this.outputStream = printed.outputStream;
        this.label = printed.label;
        this.processorName = printed.processorName;
        this.mapper = printed.mapper;
    }

    /**
     * Prints to a file, which is made anew at once.
     *
     * @param filePath the file; it is open until the process ends
     * @throws TopologyException if the file cannot be written
     */
    public static <K extends @Nullable Object, V extends @Nullable Object> Printed<K, V> toFile(String filePath) {
        if (requireNonNull(filePath, "file path").isBlank()) {
            throw new TopologyException("a stream is to be printed to a file without a name: name the file");
        }
        try {
            return new Printed<>(Files.newOutputStream(Path.of(filePath)));
        } catch (IOException e) {
            throw new TopologyException(
                    "file " + filePath + " cannot be printed to, check that its directory exists and is writable", e);
        }
    }

    /** Prints to the standard output of the process. */
    public static <K extends @Nullable Object, V extends @Nullable Object> Printed<K, V> toSysOut() {
        return new Printed<>(System.out);
    }

    /** Sets what stands before each record. Returns this. */
    public Printed<K, V> withLabel(String label) {
        this.label = requireNonNull(label, "label");
        return this;
    }

    /** Sets how a record is turned into text. Returns this. */
    public Printed<K, V> withKeyValueMapper(KeyValueMapper<? super K, ? super V, String> mapper) {
        this.mapper = requireNonNull(mapper, "mapper");
        return this;
    }

    /** Sets the name of the printing node. Returns this. */
    @Override
    public Printed<K, V> withName(String processorName) {
        this.processorName = requireNonNull(processorName, "processor name");
        return this;
    }
}
