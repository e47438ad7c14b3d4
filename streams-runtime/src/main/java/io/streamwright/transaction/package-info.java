/**
 * One task's transaction: begin, prepare, commit, abort, rewind, and what each error leads to.
 *
 * <p>Runs on the thread of the worker that owns the task. May use {@code store}, {@code log} and the API's {@code errors}; knows
 * neither records nor processors.
 */
@NullMarked
package io.streamwright.transaction;

import org.jspecify.annotations.NullMarked;
