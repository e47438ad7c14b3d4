package io.streamwright.log.embedded.execution;

import io.streamwright.log.embedded.coordinator.AddOutcome;
import io.streamwright.log.embedded.coordinator.EndOutcome;
import io.streamwright.log.embedded.coordinator.InitOutcome;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.coordinator.TransactionState;
import io.streamwright.log.embedded.group.FetchOutcome;
import io.streamwright.log.embedded.group.JoinOutcome;
import io.streamwright.log.embedded.group.TxnOffsetOutcome;
import io.streamwright.log.embedded.partition.AppendOutcome;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;
import org.jspecify.annotations.Nullable;

/**
 * Gives each answer of the protocol the exception that a Kafka client throws for it; null for a success.
 *
 * <p>A transaction that its timeout ended is the one place where Kafka's own clients disagree with each other: here it can be aborted
 * and the writer goes on, so it is abortable.
 *
 * <p>Immutable: holds nothing.
 */
public final class OutcomeExceptions {
    private OutcomeExceptions() {}

    // ---- opening a transactional id

    public static @Nullable KafkaException of(InitOutcome outcome, InitRequest request) {
        String id = request.transactionalId();
        return outcome.match(new InitOutcome.Cases<@Nullable KafkaException>() {
            @Override
            public @Nullable KafkaException opened(InitOutcome.Opened opened) {
                return null;
            }

            @Override
            public @Nullable KafkaException tryLater(InitOutcome.TryLater later) {
                return stillEnding(id, later.state());
            }

            @Override
            public @Nullable KafkaException fenced(InitOutcome.Fenced fenced) {
                return new ProducerFencedException("transactional id " + id + " is not owned by " + fenced.claimed()
                        + " any more: another writer has opened it");
            }

            @Override
            public @Nullable KafkaException invalidTimeout(InitOutcome.InvalidTimeout invalid) {
                return new InvalidTxnTimeoutException("transaction timeout of " + id + " is " + invalid.timeoutMs()
                        + " ms; the log allows 1 to " + invalid.maxTimeoutMs() + " ms: lower the writer's timeout");
            }
        });
    }

    // ---- writing records

    public static @Nullable KafkaException of(
            AppendOutcome outcome, WriterTransaction transaction, TopicPartition partition) {
        String what = "batch of " + transaction.transactionalId() + " for partition " + partition;
        return outcome.match(new AppendOutcome.Cases<@Nullable KafkaException>() {
            @Override
            public @Nullable KafkaException appended(AppendOutcome.Appended appended) {
                return null;
            }

            @Override
            public @Nullable KafkaException duplicate(AppendOutcome.Duplicate duplicate) {
                return null;
            }

            @Override
            public @Nullable KafkaException outOfOrder(AppendOutcome.OutOfOrder outOfOrder) {
                return new OutOfOrderSequenceException(what + " does not follow the one before: the next sequence is "
                        + outOfOrder.expectedSequence());
            }

            @Override
            public @Nullable KafkaException fenced(AppendOutcome.Fenced fenced) {
                return staleEpoch(what, transaction, fenced.view());
            }

            @Override
            public @Nullable KafkaException otherTransactionOpen(AppendOutcome.OtherTransactionOpen open) {
                return new ConcurrentTransactionsException(
                        what + " must wait for an older transaction: " + open.view());
            }

            @Override
            public @Nullable KafkaException notListed(AppendOutcome.NotListed notListed) {
                throw new IllegalStateException(what + " was not listed before it was appended");
            }
        });
    }

    /** The answer to a partition that was to join the transaction with its first batch. */
    public static @Nullable KafkaException ofFirstBatch(AddOutcome outcome, WriterTransaction transaction) {
        KafkaException failure = of(outcome, transaction);
        // What a broker tells a producer that writes records under an old epoch (KIP-588), rather than that it is
        // fenced.
        return failure instanceof ProducerFencedException
                ? new InvalidProducerEpochException(failure.getMessage())
                : failure;
    }

    private static InvalidProducerEpochException staleEpoch(
            String what, WriterTransaction transaction, ParticipantView view) {
        return new InvalidProducerEpochException(
                what + " came too late: its epoch is " + transaction.producer().epoch() + ", the current one "
                        + view.producerEpoch().orElse(0));
    }

    // ---- writing offsets

    /** The answer to a participant that was to join the transaction. */
    public static @Nullable KafkaException of(AddOutcome outcome, WriterTransaction transaction) {
        return outcome.match(new AddOutcome.Cases<@Nullable KafkaException>() {
            @Override
            public @Nullable KafkaException listed(AddOutcome.Listed listed) {
                return null;
            }

            @Override
            public @Nullable KafkaException tryLater(AddOutcome.TryLater later) {
                return stillEnding(transaction.transactionalId(), later.state());
            }

            @Override
            public @Nullable KafkaException fenced(AddOutcome.Fenced fenced) {
                return fencedBy(transaction, fenced.current());
            }

            @Override
            public @Nullable KafkaException timedOut(AddOutcome.TimedOut timedOut) {
                return OutcomeExceptions.timedOut(transaction);
            }

            @Override
            public @Nullable KafkaException unknownIdentity(AddOutcome.UnknownIdentity unknown) {
                return expired(transaction);
            }
        });
    }

    public static @Nullable KafkaException of(TxnOffsetOutcome outcome, WriterTransaction transaction, String groupId) {
        String what = "offsets of group " + groupId + " in a transaction of " + transaction.transactionalId();
        return outcome.match(new TxnOffsetOutcome.Cases<@Nullable KafkaException>() {
            @Override
            public @Nullable KafkaException accepted(TxnOffsetOutcome.Accepted accepted) {
                return null;
            }

            @Override
            public @Nullable KafkaException unknownMember(TxnOffsetOutcome.UnknownMember unknown) {
                return new CommitFailedException(
                        what + " refused: " + unknown.memberId() + " is not a member any more; join the group again");
            }

            @Override
            public @Nullable KafkaException illegalGeneration(TxnOffsetOutcome.IllegalGeneration illegal) {
                return new CommitFailedException(what + " refused: they are of generation " + illegal.generation()
                        + ", the group is in " + illegal.currentGeneration() + "; join the group again");
            }

            @Override
            public @Nullable KafkaException outOfOrder(TxnOffsetOutcome.OutOfOrder outOfOrder) {
                return new TransactionAbortableException(what
                        + " refused: earlier ones are missing, the next number is " + outOfOrder.expectedSequence());
            }

            @Override
            public @Nullable KafkaException fenced(TxnOffsetOutcome.Fenced fenced) {
                return new ProducerFencedException(what + " came too late: its epoch is "
                        + transaction.producer().epoch() + ", the current one "
                        + fenced.view().producerEpoch().orElse(0));
            }

            @Override
            public @Nullable KafkaException otherTransactionOpen(TxnOffsetOutcome.OtherTransactionOpen open) {
                return new ConcurrentTransactionsException(
                        what + " must wait for an older transaction: " + open.view());
            }

            @Override
            public @Nullable KafkaException notListed(TxnOffsetOutcome.NotListed notListed) {
                throw new IllegalStateException(what + " were not listed before they were added");
            }
        });
    }

    // ---- ending a transaction

    public static @Nullable KafkaException of(EndOutcome outcome, WriterTransaction transaction) {
        return outcome.match(new EndOutcome.Cases<@Nullable KafkaException>() {
            @Override
            public @Nullable KafkaException ended(EndOutcome.Ended ended) {
                return null;
            }

            @Override
            public @Nullable KafkaException tryLater(EndOutcome.TryLater later) {
                return stillEnding(transaction.transactionalId(), later.state());
            }

            @Override
            public @Nullable KafkaException fenced(EndOutcome.Fenced fenced) {
                return fencedBy(transaction, fenced.current());
            }

            @Override
            public @Nullable KafkaException timedOut(EndOutcome.TimedOut timedOut) {
                return OutcomeExceptions.timedOut(transaction);
            }

            @Override
            public @Nullable KafkaException unknownIdentity(EndOutcome.UnknownIdentity unknown) {
                return expired(transaction);
            }
        });
    }

    private static ConcurrentTransactionsException stillEnding(String id, TransactionState state) {
        return new ConcurrentTransactionsException(
                "the last transaction of " + id + " is still being ended (" + state + "): try again");
    }

    private static ProducerFencedException fencedBy(WriterTransaction transaction, ProducerIdentity current) {
        return new ProducerFencedException("transaction of " + transaction.transactionalId()
                + " was ended by another writer: " + transaction.producer() + " is fenced by " + current);
    }

    private static TransactionAbortableException timedOut(WriterTransaction transaction) {
        return new TransactionAbortableException("transaction of " + transaction.transactionalId() + " with "
                + transaction.producer()
                + " was open for longer than its timeout and was aborted: abort it here too, then "
                + "write it anew; commit more often or raise the transaction timeout if that happens again");
    }

    private static InvalidPidMappingException expired(WriterTransaction transaction) {
        return new InvalidPidMappingException("the log does not know " + transaction.producer() + " of "
                + transaction.transactionalId() + " any more: open the transactional id again");
    }

    // ---- groups

    public static @Nullable KafkaException of(JoinOutcome outcome, String groupId) {
        return outcome.match(new JoinOutcome.Cases<@Nullable KafkaException>() {
            @Override
            public @Nullable KafkaException joined(JoinOutcome.Joined joined) {
                return null;
            }

            @Override
            public @Nullable KafkaException full(JoinOutcome.Full full) {
                return new GroupMaxSizeReachedException("group " + groupId + " has the member " + full.memberId()
                        + ", and the embedded log allows one: close it first, or use another application id");
            }
        });
    }

    public static @Nullable KafkaException of(FetchOutcome outcome, String groupId) {
        return outcome.match(new FetchOutcome.Cases<@Nullable KafkaException>() {
            @Override
            public @Nullable KafkaException offsets(FetchOutcome.Offsets offsets) {
                return null;
            }

            @Override
            public @Nullable KafkaException unstable(FetchOutcome.Unstable unstable) {
                return new UnstableOffsetCommitException("offsets of group " + groupId + " for " + unstable.partitions()
                        + " depend on a transaction that is not decided yet: try again");
            }
        });
    }
}
