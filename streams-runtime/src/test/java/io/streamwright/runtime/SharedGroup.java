package io.streamwright.runtime;

import io.streamwright.log.CommitResult;
import io.streamwright.log.GroupMembership;
import io.streamwright.log.GroupParticipant;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogProvider;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogTopics;
import io.streamwright.log.Logs;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Lets several applications of one process be members of one group, on a log whose groups take one member: towards that log they are
 * one. A round is one generation, as of a classic group of Apache Kafka; offsets of an older one are refused.
 *
 * <p>Thread-safe: one lock; participants are called by one thread of its own, without the lock.
 */
final class SharedGroup implements LogProvider, AutoCloseable {
    private final ExecutorService rounds = Executors.newSingleThreadExecutor(task -> new Thread(task, "rounds"));
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<Throwable> failures = new ArrayList<>();
    private @Nullable GroupMembership real;
    private int generation;
    private int joined;

    @Override
    public boolean accepts(String address) {
        return Logs.installed().accepts(address);
    }

    @Override
    public LogClient open(String address, Map<String, ?> config) {
        return new Client(Logs.open(address, config));
    }

    /** Returns what participants have thrown. */
    synchronized List<Throwable> failures() {
        return List.copyOf(failures);
    }

    synchronized int generation() {
        return generation;
    }

    /** The group goes on without its oldest member, which hears nothing of it. */
    synchronized Member forgetOldest() {
        Member oldest = members.remove(members.keySet().iterator().next());
        round();
        return oldest;
    }

    /** A member that was forgotten hears of it and joins again. */
    void tell(Member forgotten) {
        rounds.execute(() -> {
            synchronized (this) {
                if (forgotten.closed) {
                    return;
                }
            }
            forgotten.participant.lost();
            synchronized (this) {
                forgotten.id = nextId();
                members.put(forgotten.id, forgotten);
            }
            runRound();
        });
    }

    private String nextId() {
        joined++;
        return "member-" + joined;
    }

    private void round() {
        if (!rounds.isShutdown()) {
            rounds.execute(this::runRound);
        }
    }

    private void runRound() {
        try {
            List<Member> all;
            synchronized (this) {
                all = List.copyOf(members.values());
            }
            Map<String, byte[]> introductions = new LinkedHashMap<>();
            all.forEach(member -> introductions.put(member.id, member.participant.introduce()));
            int current;
            synchronized (this) {
                current = ++generation;
            }
            if (all.isEmpty()) {
                return;
            }
            Map<String, byte[]> parts = all.get(0).participant.lead(introductions);
            for (Member member : all) {
                member.generation = current;
                member.participant.assigned(current, parts.get(member.id));
            }
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                failures.add(e);
            }
        }
    }

    @Override
    public void close() {
        rounds.shutdown();
    }

    private final class Client implements LogClient {
        private final LogClient log;

        Client(LogClient log) {
            this.log = log;
        }

        @Override
        public LogTopics topics() {
            return log.topics();
        }

        @Override
        public LogReader openReader(ReaderOptions options) {
            return log.openReader(options);
        }

        @Override
        public TransactionalWriter openWriter(WriterOptions options) {
            return new Writer(log.openWriter(options));
        }

        @Override
        public GroupMembership join(MemberOptions options) {
            return log.join(options);
        }

        @Override
        public GroupMembership join(MemberOptions options, GroupParticipant participant) {
            synchronized (SharedGroup.this) {
                if (real == null) {
                    real = log.join(options);
                }
                Member member = new Member(participant, nextId());
                members.put(member.id, member);
                round();
                return member;
            }
        }

        @Override
        public void close() {
            log.close();
        }
    }

    /** One of the applications. */
    final class Member implements GroupMembership {
        private final GroupParticipant participant;
        private volatile String id;
        private volatile int generation = -1;
        private boolean closed;

        Member(GroupParticipant participant, String id) {
            this.participant = participant;
            this.id = id;
        }

        @Override
        public String groupId() {
            synchronized (SharedGroup.this) {
                return real.groupId();
            }
        }

        @Override
        public String memberId() {
            return id;
        }

        @Override
        public int generation() {
            return generation;
        }

        @Override
        public void requestRound() {
            round();
        }

        @Override
        public void confirm(int usedGeneration) {
            synchronized (SharedGroup.this) {
                if (members.get(id) == this && generation > usedGeneration) {
                    return;
                }
                if (members.get(id) == this) {
                    round();
                }
            }
            throw new TimeoutException("the group has not confirmed " + id + " yet");
        }

        @Override
        public void close() {
            synchronized (SharedGroup.this) {
                closed = true;
                if (members.remove(id, this)) {
                    round();
                }
            }
        }

        void check() {
            synchronized (SharedGroup.this) {
                if (members.get(id) != this || generation != SharedGroup.this.generation) {
                    throw new CommitFailedException(id + " of generation " + generation + " is not in generation "
                            + SharedGroup.this.generation);
                }
            }
        }
    }

    private final class Writer implements TransactionalWriter {
        private final TransactionalWriter writer;

        Writer(TransactionalWriter writer) {
            this.writer = writer;
        }

        @Override
        public String transactionalId() {
            return writer.transactionalId();
        }

        @Override
        public void begin() {
            writer.begin();
        }

        @Override
        public void append(
                TopicPartition partition,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                Header[] headers) {
            writer.append(partition, timestamp, key, value, headers);
        }

        @Override
        public void addOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, GroupMembership membership) {
            ((Member) membership).check();
            GroupMembership shared;
            synchronized (SharedGroup.this) {
                shared = real;
            }
            writer.addOffsets(offsets, shared);
        }

        @Override
        public CompletableFuture<CommitResult> commit() {
            return writer.commit();
        }

        @Override
        public CompletableFuture<@Nullable Void> abort() {
            return writer.abort();
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
