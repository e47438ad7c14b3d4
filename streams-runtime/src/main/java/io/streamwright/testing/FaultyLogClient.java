package io.streamwright.testing;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.GroupParticipant;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogTopics;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import java.util.function.Supplier;

/**
 * A client whose calls, and those of what it opens, may be struck by faults.
 *
 * <p>Thread-safe: holds nothing that changes.
 */
final class FaultyLogClient implements LogClient {
    private final LogClient log;
    private final Faults faults;

    FaultyLogClient(LogClient log, Faults faults) {
        this.log = log;
        this.faults = faults;
    }

    @Override
    public LogTopics topics() {
        return new FaultyTopics(log.topics(), faults);
    }

    @Override
    public LogReader openReader(ReaderOptions options) {
        return faults.get(MadeCall.of(LogCall.OPEN_READER), () -> new FaultyReader(log.openReader(options), faults));
    }

    @Override
    public TransactionalWriter openWriter(WriterOptions options) {
        return new FaultyWriter(
                faults.get(
                        MadeCall.ofWriter(LogCall.OPEN_WRITER, options.transactionalId()),
                        () -> log.openWriter(options),
                        TransactionalWriter::close),
                faults);
    }

    @Override
    public GroupMembership join(MemberOptions options) {
        return joined(() -> log.join(options));
    }

    @Override
    public GroupMembership join(MemberOptions options, GroupParticipant participant) {
        return joined(() -> log.join(options, participant));
    }

    private GroupMembership joined(Supplier<GroupMembership> join) {
        return new FaultyMembership(faults.get(MadeCall.of(LogCall.JOIN), join, GroupMembership::close), faults);
    }

    @Override
    public void close() {
        faults.run(MadeCall.of(LogCall.CLOSE_LOG), log::close);
    }
}
