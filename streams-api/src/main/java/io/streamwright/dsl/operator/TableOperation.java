package io.streamwright.dsl.operator;

import io.streamwright.processor.api.ProcessorSupplier;

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
}
