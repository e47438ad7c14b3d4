/**
 * The committed content of a task's stores, as threads other than its worker read it.
 *
 * <p>A query never waits for the worker, and the worker waits for a query only while that takes its snapshot, which it does between two
 * commits. The worker commits and closes here; any thread asks. May use {@code store.committed} and the public packages.
 */
@NullMarked
package io.streamwright.store.view;

import org.jspecify.annotations.NullMarked;
