/**
 * Programs that were written for Kafka Streams, as they were ({@code before}) and with nothing changed but the imports and the class that
 * runs them ({@code after}).
 */
@NullMarked
package io.streamwright.porting;

import org.jspecify.annotations.NullMarked;
