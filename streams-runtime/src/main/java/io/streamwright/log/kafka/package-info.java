/**
 * Apache Kafka as the log: {@link io.streamwright.log.LogClient} over Kafka's clients.
 *
 * <p>Nothing else sees a producer, a consumer or an admin client. Their failures get their final form in {@link
 * io.streamwright.log.kafka.KafkaFailures}.
 */
@NullMarked
package io.streamwright.log.kafka;

import org.jspecify.annotations.NullMarked;
