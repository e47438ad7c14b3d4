package io.streamwright.transaction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Says what to change about an error that trying again cannot heal.
 *
 * <p>Immutable: holds nothing that changes.
 */
final class Remedy {
    /** Causes may form a circle. */
    private static final int MAX_DEPTH = 50;

    private static final Map<Class<? extends Throwable>, String> REMEDIES = new LinkedHashMap<>();

    static {
        REMEDIES.put(
                TransactionalIdAuthorizationException.class,
                "give the application's principal WRITE and DESCRIBE on the transactional id %s, or on all that begin with"
                        + " application.id");
        REMEDIES.put(
                GroupAuthorizationException.class,
                "give the application's principal READ on the group that is named application.id");
        REMEDIES.put(
                TopicAuthorizationException.class,
                "give the application's principal READ, WRITE and DESCRIBE on the topic, and CREATE if it is an internal one");
        REMEDIES.put(
                ClusterAuthorizationException.class,
                "give the application's principal IDEMPOTENT_WRITE on the cluster");
        REMEDIES.put(AuthenticationException.class, "check the sasl and ssl settings of the application");
        REMEDIES.put(
                InvalidTxnTimeoutException.class,
                "lower producer.transaction.timeout.ms, or raise the log's transaction.max.timeout.ms");
        REMEDIES.put(
                RecordTooLargeException.class,
                "raise the topic's max.message.bytes, or let the production.exception.handler drop such records");
        REMEDIES.put(
                RecordBatchTooLargeException.class,
                "lower producer.batch.size, or raise the topic's max.message.bytes");
        REMEDIES.put(InvalidTopicException.class, "correct the topic's name in the program");
        REMEDIES.put(
                UnknownTopicOrPartitionException.class,
                "create the topic; only internal topics are made by the application itself");
        REMEDIES.put(PolicyViolationException.class, "change what the log's policy refuses, or the policy");
        REMEDIES.put(UnsupportedVersionException.class, "upgrade the brokers, or use an older client");
    }

    private Remedy() {}

    /** Returns the remedy with a semicolon in front; empty if none is known. */
    static String of(Throwable error, String transactionalId) {
        return find(error)
                .map(remedy -> "; " + String.format(remedy, transactionalId))
                .orElse("");
    }

    private static Optional<String> find(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            for (Map.Entry<Class<? extends Throwable>, String> remedy : REMEDIES.entrySet()) {
                if (remedy.getKey().isInstance(cause)) {
                    return Optional.of(remedy.getValue());
                }
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
