/**
 * Which tasks there are, what topics they need, and which worker owns which task.
 *
 * <p>Pure: it is asked once when an application starts, on the starting thread. May use {@code topology} and the API; knows
 * neither tasks at work nor logs beyond a topic's description.
 */
@NullMarked
package io.streamwright.assign;

import org.jspecify.annotations.NullMarked;
