package io.streamwright;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a log, as {@code bootstrap.servers} has it. Immutable.
 *
 * @param text the address
 */
record LogAddress(String text) {

    private static final String EMBEDDED = "embedded:";
    private static final String MEMORY = "memory:";
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(?:[0-9A-Za-z._-]+://)?(?:\\[[0-9A-Fa-f:.%]+]|[0-9A-Za-z._-]+):([0-9]{1,5})");
    private static final Pattern NAME = Pattern.compile("[0-9A-Za-z._-]+");
    private static final int MAX_PORT = 65_535;

    static final String ALLOWED = EMBEDDED + "PATH for a log in a directory of this machine, " + MEMORY
            + "NAME for one that ends with the process, or host:port for Apache Kafka, several with commas between them";

    /** Joins what the configuration splits at commas, which a path may have. */
    static LogAddress of(List<?> parts) {
        return new LogAddress(
                String.join(",", parts.stream().map(String::valueOf).toList()));
    }

    /** Returns what is wrong with the address, in words that continue "it "; null if nothing is. */
    @Nullable
    String problem() {
        if (text.startsWith(EMBEDDED)) {
            return problemOfPath(text.substring(EMBEDDED.length()));
        }
        if (text.startsWith(MEMORY)) {
            return NAME.matcher(text.substring(MEMORY.length())).matches()
                    ? null
                    : "does not name its log with letters, digits, '.', '_' and '-'";
        }
        if (text.isBlank()) {
            return "names no log";
        }
        for (String server : text.split(",", -1)) {
            var match = HOST_AND_PORT.matcher(server.strip());
            if (!match.matches() || Integer.parseInt(match.group(1)) > MAX_PORT) {
                return "is no address of a log ('" + server.strip() + "' is no host:port)";
            }
        }
        return null;
    }

    /** Returns what is wrong with the path of a directory, in words that continue "it "; null if nothing is. */
    static @Nullable String problemOfPath(String path) {
        try {
            return path.isBlank() || Path.of(path).toString().isEmpty() ? "names no directory" : null;
        } catch (InvalidPathException e) {
            return "names no directory (" + e.getReason() + ")";
        }
    }

    /** Returns where applications that read this log keep their state, unless they say otherwise. */
    Path defaultStateDirectory() {
        if (text.startsWith(EMBEDDED)) {
            return besideOf(Path.of(text.substring(EMBEDDED.length())));
        }
        if (text.startsWith(MEMORY)) {
            return Path.of(property("java.io.tmpdir"), "streamwright-" + property("user.name"), processName())
                    .resolve(text.substring(MEMORY.length()));
        }
        return Path.of(property("user.home"), ".streamwright", "state");
    }

    /** State goes with the log that it was made from: two logs in one directory must not share it. */
    private static Path besideOf(Path log) {
        Path absolute = log.toAbsolutePath().normalize();
        Path name = absolute.getFileName();
        return name == null ? absolute.resolve("state") : absolute.resolveSibling(name + "-state");
    }

    /** A log in memory ends with the process, and so does its state: no later process may find it. */
    private static String processName() {
        ProcessHandle process = ProcessHandle.current();
        long startMs = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return "process-" + process.pid() + "-" + startMs;
    }

    private static String property(String name) {
        return System.getProperty(name, ".");
    }
}
