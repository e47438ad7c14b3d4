package io.streamwright.log.embedded;

import io.streamwright.log.LogClient;
import io.streamwright.log.embedded.storage.LogStorage;
import io.streamwright.loop.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The logs that clients of this process have open, each counted.
 *
 * <p>Thread-safe: one lock, held while a log is opened or closed, as a directory can be open once only. It is static as the directory
 * lock is: both are the process's.
 */
final class OpenLogs {
    private static final Map<String, Counted> BY_ADDRESS = new HashMap<>();

    private OpenLogs() {}

    /** Returns a client of the log at an address; opens it if nobody has it open. */
    static LogClient client(String address, EmbeddedLogSettings settings, Supplier<LogStorage> storage) {
        synchronized (BY_ADDRESS) {
            Counted counted = BY_ADDRESS.get(address);
            if (counted == null) {
                counted = new Counted(EmbeddedLog.start(storage.get(), settings, Clock.system()));
                BY_ADDRESS.put(address, counted);
            }
            counted.clients++;
            return new EmbeddedLogClient(counted.log, () -> release(address));
        }
    }

    private static void release(String address) {
        synchronized (BY_ADDRESS) {
            Counted counted = BY_ADDRESS.get(address);
            if (counted != null && --counted.clients == 0) {
                BY_ADDRESS.remove(address);
                counted.log.close();
            }
        }
    }

    /** Guarded by the lock. */
    private static final class Counted {
        private final EmbeddedLog log;
        private int clients;

        Counted(EmbeddedLog log) {
            this.log = log;
        }
    }
}
