package io.streamwright.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What may happen to an application between two records. Thread-safe: holds nothing. */
enum Interruption {
    /** The open transaction is taken back. */
    ABORT {
        @Override
        void happen(TopologyTestDriver driver, Path stateDirectory) {
            driver.abort();
        }
    },
    /** The process ends, and starts again. */
    CRASH {
        @Override
        void happen(TopologyTestDriver driver, Path stateDirectory) {
            driver.crash();
            driver.restart();
        }
    },
    /** The process ends, and starts again where nothing is left of its state. */
    CRASH_AND_LOSS_OF_STATE {
        @Override
        void happen(TopologyTestDriver driver, Path stateDirectory) throws IOException {
            driver.crash();
            try (Stream<Path> found = Files.list(stateDirectory)) {
                for (Path directory : found.toList()) { // none if stores are in memory alone
                    TestDirectories.delete(directory);
                }
            }
            driver.restart();
        }
    };

    /**
     * Lets it happen.
     *
     * @param driver runs the application
     * @param stateDirectory its {@code state.dir}
     */
    abstract void happen(TopologyTestDriver driver, Path stateDirectory) throws IOException;
}
