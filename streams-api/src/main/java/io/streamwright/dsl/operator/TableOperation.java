package io.streamwright.dsl.operator;

import io.streamwright.processor.api.ProcessorSupplier;
import java.util.OptionalLong;

/**
 * A table operator before its role is known. Immutable.
 *
 * <p>Which tables are kept, and which send old values, depends on what the program does with them later; it is known only when the
 * program is built.
 */
@FunctionalInterface
public interface TableOperation {

    /** Returns the processors that do the work in this role. */
    ProcessorSupplier<?, ?, ?, ?> inRole(TableRole role);

    /** Returns how long, in ms, windows take records after their end, if it is this operator that puts records into windows. */
    default OptionalLong graceMs() {
        return OptionalLong.empty();
    }

    /**
     * Says that an operator puts records into windows.
     *
     * @param graceMs how long windows take records after their end
     * @param operation the operator
     */
    static TableOperation inWindows(long graceMs, TableOperation operation) {
        return new TableOperation() {
            @Override
            public ProcessorSupplier<?, ?, ?, ?> inRole(TableRole role) {
                return operation.inRole(role);
            }

            @Override
            public OptionalLong graceMs() {
                return OptionalLong.of(graceMs);
            }
        };
    }
}
