/**
 * What can go wrong: exceptions, the categories of a failed transaction, and what a program may decide about them.
 *
 * <p>Handlers run on the worker thread whose task failed. May use {@code processor} for task ids and records, and the root package for
 * names of settings.
 */
@NullMarked
package io.streamwright.errors;

import org.jspecify.annotations.NullMarked;
