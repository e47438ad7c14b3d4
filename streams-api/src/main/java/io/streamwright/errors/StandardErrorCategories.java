package io.streamwright.errors;

import static io.streamwright.errors.ErrorCategory.ABORTABLE;
import static io.streamwright.errors.ErrorCategory.APPLICATION_RECOVERABLE;
import static io.streamwright.errors.ErrorCategory.INVALID_CONFIGURATION;
import static io.streamwright.errors.ErrorCategory.PRODUCER_REFRESH_RETRIABLE;
import static io.streamwright.errors.ErrorCategory.PRODUCER_RETRIABLE;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.CoordinatorLoadInProgressException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.FencedLeaderEpochException;
import org.apache.kafka.common.errors.FencedMemberEpochException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InvalidCommitOffsetSizeException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidRequiredAcksException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotCoordinatorException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.OperationNotAttemptedException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RefreshRetriableException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.ThrottlingQuotaExceededException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionCoordinatorFencedException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownLeaderEpochException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;
import org.apache.kafka.common.errors.UnsupportedCompressionTypeException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * The table of exceptions: for each the category, by the side of the transaction that raised it.
 *
 * <p>The exceptions that KIP-1050 lists have the category of its final version. The others follow its reasoning: what a later
 * attempt may cure is retried, what names a setting or a permission is configuration, what costs the producer its identity or its
 * group needs a new producer. Immutable.
 */
final class StandardErrorCategories {
    private StandardErrorCategories() {}

    /**
     * Categories of one exception.
     *
     * @param producer if writing records raised it
     * @param transaction if the transaction itself raised it
     */
    record Row(ErrorCategory producer, ErrorCategory transaction) {
        ErrorCategory category(TransactionApi api) {
            return switch (api) {
                case PRODUCER -> producer;
                case TRANSACTION -> transaction;
            };
        }
    }

    /** Returns the table, by the names of the exception classes. */
    static ImmutableMap<String, Row> byClassName() {
        Table table = new Table();
        retriable(table);
        abortable(table);
        applicationRecoverable(table);
        invalidConfiguration(table);
        return table.rows.buildOrThrow();
    }

    private static void retriable(Table table) {
        table.both(PRODUCER_RETRIABLE, ProducerRetriableTransactionException.class);
        table.both(
                PRODUCER_RETRIABLE,
                CorruptRecordException.class,
                NotEnoughReplicasException.class,
                NotEnoughReplicasAfterAppendException.class,
                TimeoutException.class,
                ConcurrentTransactionsException.class,
                CoordinatorLoadInProgressException.class,
                UnknownLeaderEpochException.class,
                ThrottlingQuotaExceededException.class,
                DisconnectException.class,
                RetriableException.class);
        table.producerOnly(PRODUCER_RETRIABLE, OutOfOrderSequenceException.class);
        table.transactionOnly(PRODUCER_RETRIABLE, UnstableOffsetCommitException.class);
        table.both(PRODUCER_REFRESH_RETRIABLE, ProducerRefreshMetadataRetriableTransactionException.class);
        table.both(
                PRODUCER_REFRESH_RETRIABLE,
                UnknownTopicOrPartitionException.class,
                NotLeaderOrFollowerException.class,
                NotCoordinatorException.class,
                CoordinatorNotAvailableException.class,
                TransactionCoordinatorFencedException.class,
                NetworkException.class,
                KafkaStorageException.class,
                LeaderNotAvailableException.class,
                FencedLeaderEpochException.class,
                UnknownTopicIdException.class,
                RefreshRetriableException.class,
                InvalidMetadataException.class);
    }

    private static void abortable(Table table) {
        table.both(ABORTABLE, AbortableTransactionException.class);
        table.both(ABORTABLE, TransactionAbortableException.class, RecordTooLargeException.class);
        table.transactionOnly(ABORTABLE, RebalanceInProgressException.class, OperationNotAttemptedException.class);
        // A produce request refused for the state of its transaction says that the transaction is over, not the
        // producer (KIP-890).
        table.each(ABORTABLE, APPLICATION_RECOVERABLE, InvalidTxnStateException.class);
    }

    private static void applicationRecoverable(Table table) {
        table.both(APPLICATION_RECOVERABLE, ApplicationRecoverableTransactionException.class);
        table.both(
                APPLICATION_RECOVERABLE,
                IllegalStateException.class,
                UnknownProducerIdException.class,
                ProducerFencedException.class,
                InvalidProducerEpochException.class,
                InvalidPidMappingException.class,
                KafkaException.class,
                RuntimeException.class,
                UnknownServerException.class,
                ApplicationRecoverableException.class);
        table.transactionOnly(
                APPLICATION_RECOVERABLE,
                FencedInstanceIdException.class,
                UnknownMemberIdException.class,
                IllegalGenerationException.class,
                CommitFailedException.class,
                StaleMemberEpochException.class,
                GroupIdNotFoundException.class,
                FencedMemberEpochException.class);
        // Not a public class, so known by its name only.
        table.both(APPLICATION_RECOVERABLE, "org.apache.kafka.common.requests.CorrelationIdMismatchException");
    }

    private static void invalidConfiguration(Table table) {
        table.both(INVALID_CONFIGURATION, InvalidConfigurationTransactionException.class);
        table.both(
                INVALID_CONFIGURATION,
                AuthenticationException.class,
                ClusterAuthorizationException.class,
                TransactionalIdAuthorizationException.class,
                UnsupportedVersionException.class,
                UnsupportedForMessageFormatException.class,
                InvalidRecordException.class,
                InvalidRequiredAcksException.class,
                RecordBatchTooLargeException.class,
                InvalidTopicException.class,
                TopicAuthorizationException.class,
                GroupAuthorizationException.class,
                InvalidTimestampException.class,
                PolicyViolationException.class,
                UnsupportedCompressionTypeException.class,
                SecurityDisabledException.class,
                SaslAuthenticationException.class,
                SslAuthenticationException.class,
                InvalidReplicationFactorException.class,
                InvalidConfigurationException.class,
                AuthorizationException.class);
        table.transactionOnly(
                INVALID_CONFIGURATION,
                OffsetMetadataTooLarge.class,
                InvalidGroupIdException.class,
                InvalidCommitOffsetSizeException.class,
                InvalidTxnTimeoutException.class);
    }

    /** Collects rows. What an API cannot raise is unknown if it does raise it, and so application-recoverable. */
    private static final class Table {
        final ImmutableMap.Builder<String, Row> rows = ImmutableMap.builder();

        void both(ErrorCategory category, Class<?>... types) {
            List.of(types).forEach(type -> both(category, type.getName()));
        }

        void both(ErrorCategory category, String type) {
            rows.put(type, new Row(category, category));
        }

        void producerOnly(ErrorCategory category, Class<?>... types) {
            List.of(types).forEach(type -> each(category, APPLICATION_RECOVERABLE, type));
        }

        void transactionOnly(ErrorCategory category, Class<?>... types) {
            List.of(types).forEach(type -> each(APPLICATION_RECOVERABLE, category, type));
        }

        void each(ErrorCategory producer, ErrorCategory transaction, Class<?> type) {
            rows.put(type.getName(), new Row(producer, transaction));
        }
    }
}
