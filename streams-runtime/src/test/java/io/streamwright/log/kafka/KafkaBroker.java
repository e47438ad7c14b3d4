package io.streamwright.log.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/**
 * A broker of Apache Kafka, with its controller, in a process of its own: on the loopback interface, at free ports, with its data in a
 * temporary directory.
 *
 * <p>It ends with {@link #close}, and with this process however that ends. Its class path comes from the file that the build writes.
 *
 * <p>Owner: one thread at a time.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int SHOWN_LINES = 40;
    private static KafkaBroker shared;

    private final Path directory;
    private final int port;
    private final int controllerPort;
    private final String clusterId = Uuid.randomUuid().toString();
    private final Map<String, String> settings;
    private Process process;

    private KafkaBroker(Path directory, int port, int controllerPort, Map<String, String> settings) {
        this.directory = directory;
        this.port = port;
        this.controllerPort = controllerPort;
        this.settings = settings;
    }

    /** Returns the broker that all tests of this process use together; starts it for the first. It must be left running. */
    public static synchronized KafkaBroker shared() {
        if (shared == null) {
            KafkaBroker started = start(Map.of());
            Runtime.getRuntime().addShutdownHook(new Thread(started::close, "close-broker"));
            shared = started;
        }
        return shared;
    }

    /**
     * Starts a broker of the caller's own.
     *
     * @param settings broker settings, over those that every broker here has
     */
    public static KafkaBroker start(Map<String, String> settings) {
        try {
            Path directory = Files.createTempDirectory("streamwright-broker-");
            try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = first.getLocalPort();
                int controllerPort = second.getLocalPort();
                first.close();
                second.close();
                KafkaBroker broker = new KafkaBroker(directory, port, controllerPort, settings);
                broker.start();
                return broker;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns its address, for {@code bootstrap.servers}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Starts it again, with the data it has, and waits until it serves clients. */
    public void start() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("the broker at " + address() + " runs already");
        }
        try {
            Path file = directory.resolve("server.properties");
            Properties properties = new Properties();
            properties.putAll(allSettings());
            try (OutputStream out = Files.newOutputStream(file)) {
                properties.store(out, null);
            }
            process = new ProcessBuilder(
                            java(),
                            "-Xmx384m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                            "-cp",
                            classPath(),
                            BrokerMain.class.getName(),
                            clusterId,
                            file.toString(),
                            data().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                    .start();
            awaitServing();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Map<String, String> allSettings() {
        Map<String, String> all = new HashMap<>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", "1");
        all.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        all.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        all.put("controller.listener.names", "CONTROLLER");
        all.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        all.put("log.dirs", data().toString());
        all.put("offsets.topic.replication.factor", "1");
        all.put("offsets.topic.num.partitions", "2");
        all.put("transaction.state.log.replication.factor", "1");
        all.put("transaction.state.log.min.isr", "1");
        all.put("transaction.state.log.num.partitions", "2");
        all.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "250");
        // After a kill the controller takes the broker back when the old one's session is over.
        all.put("broker.session.timeout.ms", "1500");
        all.put("broker.heartbeat.interval.ms", "300");
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("group.min.session.timeout.ms", "500");
        all.put("log.cleaner.dedupe.buffer.size", "4194304");
        all.put("log.index.size.max.bytes", "1048576");
        // Records of tests are dated anywhere: a segment ends, and is deleted, by its records' dates.
        all.put("log.roll.ms", "10000000000000");
        all.put("log.retention.ms", "-1");
        all.put("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
        all.put("num.io.threads", "3");
        all.put("num.network.threads", "2");
        all.put("background.threads", "2");
        all.putAll(settings);
        return all;
    }

    private Path data() {
        return directory.resolve("data");
    }

    private Path logFile() {
        return directory.resolve("broker.log");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String classPath() throws IOException {
        Path written = Path.of(System.getProperty("streamwright.broker.classpath", "target/broker.classpath"));
        if (!Files.exists(written)) {
            throw new IllegalStateException("there is no class path of the broker in " + written.toAbsolutePath()
                    + ": the build writes it, run mvn process-test-resources -pl streams-runtime");
        }
        Path own = Path.of(BrokerMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return own + System.getProperty("path.separator") + Files.readString(written);
    }

    private void awaitServing() {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (!accepts()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("the broker did not start; the end of its log:\n" + endOfLog());
            }
            pause();
        }
        try (Admin admin =
                Admin.create(Map.<String, Object>of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address()))) {
            admin.describeCluster().nodes().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException failure) {
            throw new IllegalStateException("the broker does not serve; the end of its log:\n" + endOfLog(), failure);
        }
    }

    /** The port of another process opens at a moment that nobody tells: this waits a little, or until the process ends. */
    private void pause() {
        try {
            process.waitFor(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupt);
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns the last lines that the broker wrote to its log. */
    public String endOfLog() {
        try {
            List<String> lines = Files.readAllLines(logFile());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
        } catch (IOException failure) {
            return "(no log: " + failure + ")";
        }
    }

    /** Shuts it down in order, or by force if that takes too long; its data stays. */
    public void stop() {
        try {
            process.getOutputStream().write("stop\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            if (process.waitFor(30, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException gone) {
            // it has ended already, or is ended below
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Ends its process without warning; what the broker acknowledged stays. */
    public void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the broker's process " + process.pid() + " cannot be ended");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops it in order and starts it again with its data. */
    public void restart() {
        stop();
        start();
    }

    /** Ends it and deletes its data. */
    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("data of the broker is left in " + directory, failure);
        }
    }
}
