package io.streamwright.log.embedded;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogTopics;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.coordinator.InitRequest;
import io.streamwright.log.embedded.execution.JoinGroup;
import io.streamwright.log.embedded.execution.OpenTransactionalId;
import io.streamwright.log.embedded.group.GroupMember;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.read.CommittedReader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.InvalidGroupIdException;

/**
 * A client of an embedded log.
 *
 * <p>Thread-safe: the log is, and whether it is closed is one atomic flag.
 */
final class EmbeddedLogClient implements LogClient {
    private final EmbeddedLog log;
    private final Runnable release;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Makes a client.
     *
     * @param release called once when it is closed
     */
    EmbeddedLogClient(EmbeddedLog log, Runnable release) {
        this.log = log;
        this.release = release;
    }

    @Override
    public LogTopics topics() {
        checkOpen();
        return new EmbeddedTopics(log);
    }

    @Override
    public LogReader openReader(ReaderOptions options) {
        checkOpen();
        return new CommittedReader(log.topics(), log.storage(), options, log.clock());
    }

    @Override
    public TransactionalWriter openWriter(WriterOptions options) {
        checkOpen();
        InitRequest request = new InitRequest(
                options.transactionalId(), options.transactionTimeout().toMillis(), null);
        ProducerIdentity producer = log.call(
                "transactional id " + options.transactionalId() + " to be opened",
                options.openTimeout(),
                reply -> new OpenTransactionalId(request, reply));
        return new EmbeddedWriter(log, options.transactionalId(), producer);
    }

    @Override
    public GroupMembership join(MemberOptions options) {
        checkOpen();
        String groupId = options.groupId();
        if (groupId.isEmpty()) {
            throw new InvalidGroupIdException("empty group id");
        }
        GroupMember member = log.call(
                "group " + groupId + " to be joined",
                EmbeddedLog.REPLY_TIMEOUT,
                reply -> new JoinGroup(groupId, reply));
        return new EmbeddedMembership(log, groupId, member.memberId(), member.generation());
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException(
                    "this client of the log in " + log.storage().location() + " is closed");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
