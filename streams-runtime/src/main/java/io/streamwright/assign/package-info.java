/**
 * Which tasks there are, what topics they need, and which instance of an application runs which task.
 *
 * <p>Pure: it is asked when an application starts, on the starting thread, and in each round of the group, on the membership's thread.
 * May use {@code topology} and the API; knows neither tasks at work nor logs beyond a topic's description.
 */
@NullMarked
package io.streamwright.assign;

import org.jspecify.annotations.NullMarked;
