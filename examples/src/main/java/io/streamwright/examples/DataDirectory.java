package io.streamwright.examples;

import io.streamwright.StreamsConfig;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Where a job keeps its topics and its state. Immutable.
 *
 * @param path an existing directory that can be written to
 * @param logAddress where the topics are: in the directory, or on brokers
 * @param state what belongs to that log
 */
public record DataDirectory(Path path, String logAddress, Path state) {

    /** Keeps everything in a directory. */
    public DataDirectory(Path path) {
        this(path, "embedded:" + path.resolve("log"), path.resolve("state"));
    }

    /**
     * Returns the directory that {@link Option#DATA} names, created if it does not exist; with the topics on the brokers that {@link
     * Option#BOOTSTRAP_SERVER} names, if it does.
     *
     * @param byDefault the directory if the option is not given, below the project's {@code data}
     * @throws UsageException if there can be no such directory, or it cannot be written to
     */
    public static DataDirectory of(Arguments arguments, Console console, String byDefault) {
        String text = arguments
                .text(Option.DATA)
                .orElseGet(
                        () -> console.home().resolve("data").resolve(byDefault).toString());
        try {
            Path path = Path.of(text).toAbsolutePath().normalize();
            if (Files.exists(path) && !Files.isDirectory(path)) {
                throw new UsageException("data directory " + text + " is a file; name a directory");
            }
            Files.createDirectories(path);
            Files.delete(Files.createTempFile(path, "writable", ".tmp"));
            return arguments
                    .text(Option.BOOTSTRAP_SERVER)
                    .map(servers -> new DataDirectory(path, servers, path.resolve("state-of-kafka")))
                    .orElseGet(() -> new DataDirectory(path));
        } catch (InvalidPathException | IOException e) {
            throw new UsageException("data directory " + text + " cannot be written to ("
                    + (e instanceof AccessDeniedException ? "permission denied" : Explanation.of(e))
                    + "); choose another with " + Option.DATA.usage());
        }
    }

    /** Returns the settings of an application on that log, which keeps its state beside it. */
    public Properties settings(String applicationId, long workers) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, logAddress);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, Math.toIntExact(workers));
        return settings;
    }
}
