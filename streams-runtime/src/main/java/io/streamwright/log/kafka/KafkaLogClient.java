package io.streamwright.log.kafka;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.GroupParticipant;
import io.streamwright.log.LogClient;
import io.streamwright.log.LogReader;
import io.streamwright.log.LogTopics;
import io.streamwright.log.MemberOptions;
import io.streamwright.log.ReaderOptions;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.loop.BlockingCalls;
import io.streamwright.loop.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;

/**
 * A client of Apache Kafka: one admin client, and a consumer or producer for each reader, writer and member.
 *
 * <p>Thread-safe: what was opened is kept in concurrent sets, and whether this is closed is one atomic flag.
 */
final class KafkaLogClient implements LogClient {
    private final KafkaLogSettings settings;
    private final Clock clock;
    private final Admin admin;
    private final KafkaTopics topics;
    private final TopicLimits limits;
    private final GroupSeats seats;
    private final BlockingCalls blockingCalls;
    private final Set<KafkaReader> readers = ConcurrentHashMap.newKeySet();
    private final Set<KafkaWriter> writers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger readersOpened = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();

    private KafkaLogClient(KafkaLogSettings settings, Admin admin, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.admin = admin;
        this.topics = new KafkaTopics(admin, settings.replicationFactor(), clock);
        this.limits = new TopicLimits(topics);
        this.seats = new GroupSeats(settings, admin);
        this.blockingCalls = new BlockingCalls(settings.clientName() + "-calls");
    }

    /**
     * Opens a client; brokers are not asked anything yet.
     *
     * @throws InvalidConfigurationException if a setting of the admin client cannot work
     */
    static KafkaLogClient open(KafkaLogSettings settings, Clock clock) {
        return new KafkaLogClient(settings, make("the admin client", () -> Admin.create(settings.admin())), clock);
    }

    private static <T> T make(String what, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (KafkaException failure) {
            RuntimeException cause = KafkaFailures.of(failure);
            if (cause instanceof ConfigException) {
                throw new InvalidConfigurationException(
                        what + " of Kafka cannot be made: " + cause.getMessage(), failure);
            }
            throw cause;
        }
    }

    @Override
    public LogTopics topics() {
        checkOpen();
        return topics;
    }

    @Override
    public LogReader openReader(ReaderOptions options) {
        checkOpen();
        Map<String, Object> config = settings.reader(options, readersOpened.incrementAndGet());
        KafkaReader[] opened = new KafkaReader[1];
        KafkaReader reader = new KafkaReader(
                make("a consumer", () -> new KafkaConsumer<byte[], byte[]>(config)),
                topics,
                clock,
                () -> readers.remove(opened[0]));
        opened[0] = reader;
        readers.add(reader);
        return reader;
    }

    @Override
    public TransactionalWriter openWriter(WriterOptions options) {
        checkOpen();
        Map<String, Object> config = settings.producer(options);
        Producer<byte[], byte[]> producer = make("a producer", () -> new KafkaProducer<byte[], byte[]>(config));
        try {
            producer.initTransactions();
        } catch (RuntimeException failure) {
            producer.close(Duration.ZERO);
            throw new OpenFailures(new BrokerSettings(admin), options).of(failure);
        }
        KafkaWriter writer = new KafkaWriter(
                producer,
                options,
                RecordLimits.of(limits, config),
                new OffsetLimits(new BrokerSettings(admin)),
                blockingCalls,
                new TransactionEnds(admin, clock),
                clock);
        writers.add(writer);
        return writer;
    }

    @Override
    public GroupMembership join(MemberOptions options) {
        checkOpen();
        return seats.take(options);
    }

    @Override
    public GroupMembership join(MemberOptions options, GroupParticipant participant) {
        checkOpen();
        return seats.share(options, participant);
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException("this client of Kafka at " + settings.address() + " is closed");
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<Runnable> steps = new ArrayList<>();
        steps.add(seats::close);
        readers.forEach(reader -> steps.add(reader::closeFromOutside));
        writers.forEach(writer -> steps.add(writer::close));
        steps.add(blockingCalls::close);
        steps.add(() -> admin.close(Duration.ZERO));
        RuntimeException first = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
